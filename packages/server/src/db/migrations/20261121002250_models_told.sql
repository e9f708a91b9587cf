-- What is told of a building model: the line at which its file is wrong, how far it has been read, which elements are missing from it, and
-- where on the earth it lies.

ALTER TABLE plan_import ADD COLUMN problem_line integer, ADD COLUMN read_percent smallint NOT NULL DEFAULT 0;
ALTER TABLE model ADD COLUMN left_out integer NOT NULL DEFAULT 0, ADD COLUMN located jsonb;
