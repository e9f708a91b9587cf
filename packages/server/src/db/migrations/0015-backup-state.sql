-- How the last backup ended.
CREATE TABLE backup_state (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  started_at timestamptz,
  -- Of the last one that was completed.
  finished_at timestamptz,
  -- Sizes in bytes: the database as stored, and all files of the backup.
  database_bytes bigint,
  files bigint,
  file_bytes bigint,
  -- Files that the installation itself had lost.
  missing_files bigint,
  -- Of the last one that failed, unless one was completed since.
  failed_at timestamptz,
  error text
);
INSERT INTO backup_state DEFAULT VALUES;
