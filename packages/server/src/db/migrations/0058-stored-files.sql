-- When the row was written, by the clock of the database: `created_at` is that of the program, which may be set back.
-- Rows from before have the time of the upgrade, so that continuous backups look at them once more.
ALTER TABLE blob ADD COLUMN stored_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX blob_stored_idx ON blob (stored_at);
