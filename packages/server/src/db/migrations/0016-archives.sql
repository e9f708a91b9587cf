-- Archives of projects as files, kept for some days.
CREATE TABLE project_archive (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_ids uuid[] NOT NULL,
  -- Titles of the projects when the archive was requested.
  titles text[] NOT NULL,
  requested_by uuid NOT NULL REFERENCES app_user (id),
  state text NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
  -- Bytes written so far; the size of the file once it is ready.
  size bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
  sha256 bytea,
  -- Name in the file store.
  key text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  CHECK (state <> 'ready' OR (key IS NOT NULL AND sha256 IS NOT NULL AND expires_at IS NOT NULL))
);
CREATE INDEX project_archive_requested_idx ON project_archive (organisation_id, requested_by, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON project_archive TO plumbline_app;
SELECT enable_tenant_isolation('project_archive'::regclass);
