-- Reports and the templates they are made from.

CREATE TABLE report_template (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  title text NOT NULL,
  file_name text NOT NULL,
  file_type text NOT NULL,
  blob_id uuid NOT NULL,
  active boolean NOT NULL DEFAULT true,
  problems jsonb NOT NULL DEFAULT '[]',
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX report_template_project ON report_template (organisation_id, project_id, created_at);
SELECT hold_to_organisation('report_template');
GRANT SELECT, INSERT, UPDATE ON report_template TO plumbline_app;

CREATE TABLE report (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  title text NOT NULL,
  template_id text NOT NULL,
  template_title text NOT NULL,
  format text NOT NULL,
  language text NOT NULL,
  -- Pins in order, attendees, weather: what the report is made of.
  request jsonb NOT NULL,
  state text NOT NULL,
  percent integer NOT NULL DEFAULT 0,
  problem text,
  blob_id uuid,
  -- A share link: looked up by hash, shown again to the owner of the report.
  share_hash bytea,
  share_token text,
  share_expires_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX report_project ON report (organisation_id, project_id, created_at DESC);
CREATE UNIQUE INDEX report_share ON report (share_hash) WHERE share_hash IS NOT NULL;
SELECT hold_to_organisation('report');
GRANT SELECT, INSERT, UPDATE ON report TO plumbline_app;
