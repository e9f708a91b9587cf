-- Imports of archives as new projects.
CREATE TABLE migration (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  blob_id uuid NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL CHECK (state IN ('extracting', 'extracted', 'extraction_failed', 'ready', 'migrating',
    'migration_failed', 'done')),
  problem text,
  -- What the problem concerns: a file, a row, a project, or an error code.
  detail text NOT NULL DEFAULT '',
  -- Rows and files written so far, and all of them.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  -- What was found in the archive: one object per project.
  projects jsonb NOT NULL DEFAULT '[]',
  mapping jsonb,
  -- The new project. No reference: it may have been deleted again.
  project_id uuid,
  created_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id),
  CHECK (mapping IS NOT NULL OR state IN ('extracting', 'extracted', 'extraction_failed')),
  CHECK ((problem IS NULL) = (state NOT IN ('extraction_failed', 'migration_failed')))
);
CREATE INDEX migration_created_idx ON migration (organisation_id, created_by, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON migration TO plumbline_app;
SELECT enable_tenant_isolation('migration'::regclass);

-- Archives are uploaded as well.
ALTER TABLE upload DROP CONSTRAINT upload_purpose_check;
ALTER TABLE upload ADD CONSTRAINT upload_purpose_check
  CHECK (purpose IN ('plan', 'photo', 'file', 'template', 'picture', 'dataset', 'people', 'archive'));
