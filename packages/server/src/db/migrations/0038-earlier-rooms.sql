-- Sheets that were imported before rooms were recognised are read once, in the background.
ALTER TABLE revision ADD COLUMN rooms_read boolean NOT NULL DEFAULT false;
ALTER TABLE revision ALTER COLUMN rooms_read SET DEFAULT true;
CREATE INDEX revision_rooms_unread_idx ON revision (organisation_id, id) WHERE NOT rooms_read;
