-- How the last run of the scheduled archives ended.
CREATE TABLE archive_state (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  started_at timestamptz,
  -- Of the last run in which every project was archived, with the number of projects.
  finished_at timestamptz,
  projects bigint,
  -- Of the last run that failed, unless one was completed since.
  failed_at timestamptz,
  error text
);
INSERT INTO archive_state DEFAULT VALUES;
