-- Reports with their templates and share links, and files that people export.

CREATE TABLE report_template (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  title text NOT NULL,
  file_name text NOT NULL,
  file_type text NOT NULL CHECK (file_type IN ('docx', 'xlsx')),
  blob_id uuid NOT NULL,
  active boolean NOT NULL DEFAULT true,
  problems jsonb NOT NULL DEFAULT '[]',
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX report_template_created_idx ON report_template (organisation_id, project_id, created_at);
GRANT SELECT, INSERT, UPDATE ON report_template TO plumbline_app;

CREATE TABLE report (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- Counts the reports of the project.
  number integer,
  title text NOT NULL,
  -- A template of the project, or the name of a built-in one.
  template_id text NOT NULL,
  template_title text NOT NULL,
  format text NOT NULL CHECK (format IN ('docx', 'xlsx', 'pdf')),
  language text NOT NULL,
  -- Pins in order, attendees, weather.
  request jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'running', 'done', 'failed', 'canceled')),
  percent integer NOT NULL DEFAULT 0,
  problem text,
  blob_id uuid,
  -- A share link: looked up by its hash, shown again to the author of the report.
  share_hash bytea,
  share_token text,
  share_expires_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, number),
  UNIQUE (organisation_id, share_hash),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX report_created_idx ON report (organisation_id, project_id, created_at DESC);
-- Across the projects of an organisation.
CREATE INDEX report_newest_idx ON report (organisation_id, created_at DESC, id);
CREATE INDEX report_share_hash_idx ON report (share_hash) WHERE share_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON report TO plumbline_app;

-- Share links that were revoked, so that they are reported as such.
CREATE TABLE report_revoked_link (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  hash bytea NOT NULL,
  report_id uuid NOT NULL,
  ended_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, hash)
);
CREATE INDEX report_revoked_link_hash_idx ON report_revoked_link (hash);
GRANT SELECT, INSERT ON report_revoked_link TO plumbline_app;

-- Photos requested as one download.
CREATE TABLE media_export (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  blob_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX media_export_expires_at_idx ON media_export (organisation_id, expires_at);
GRANT SELECT, INSERT, DELETE ON media_export TO plumbline_app;

-- All data of a person as a file, kept for some days.
CREATE TABLE personal_export (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  -- Whose data, and who requested it.
  user_id uuid NOT NULL REFERENCES app_user (id),
  requested_by uuid NOT NULL REFERENCES app_user (id),
  state text NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
  -- Name in the file store.
  key text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX personal_export_user_idx ON personal_export (organisation_id, user_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON personal_export TO plumbline_app;

SELECT enable_tenant_isolation(name::regclass)
  FROM unnest(ARRAY['report_template', 'report', 'report_revoked_link', 'media_export', 'personal_export']) name;
