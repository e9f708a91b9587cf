-- Which typefaces of a page are neither in its file nor here: letters of theirs are missing on the plan, and whoever brought it in is told.

ALTER TABLE plan_import_page ADD COLUMN typefaces_left_out text[] NOT NULL DEFAULT '{}';
