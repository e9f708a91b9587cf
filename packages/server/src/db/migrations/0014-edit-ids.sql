-- Each edit has a random id that its device chose. A number does not identify an edit: two copies of a device's store use
-- the same numbers for different edits, and a device that has started over sends an edit under another device and number.
-- Null for skipped numbers and for edits of versions without ids.
ALTER TABLE mutation ADD COLUMN edit_id uuid;
-- The edit was processed before, under another number or device; this number repeats the outcome.
ALTER TABLE mutation ADD COLUMN repeated boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX mutation_edit_id_key ON mutation (organisation_id, edit_id) WHERE NOT repeated;
