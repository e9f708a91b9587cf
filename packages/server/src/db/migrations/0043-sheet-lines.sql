-- The lines of a sheet that measuring snaps to; null until they have been read.
ALTER TABLE revision ADD COLUMN lines_blob_id uuid;
