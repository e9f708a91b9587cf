-- Imports of plan files and the pages chosen from them.

CREATE TABLE plan_import (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  parent_id uuid,
  name text NOT NULL,
  file_size bigint NOT NULL,
  state text NOT NULL,
  stage text NOT NULL,
  problem text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX plan_import_project ON plan_import (organisation_id, project_id, created_at DESC);
SELECT hold_to_organisation('plan_import');
GRANT SELECT, INSERT, UPDATE ON plan_import TO plumbline_app;

CREATE TABLE plan_import_page (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  page integer NOT NULL,
  title text NOT NULL,
  sheet_number text NOT NULL,
  width_pt double precision NOT NULL,
  height_pt double precision NOT NULL,
  chosen boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'waiting',
  stage text NOT NULL DEFAULT 'pdfConversion',
  percent integer NOT NULL DEFAULT 0,
  problem text,
  tries integer NOT NULL DEFAULT 0,
  plan_id uuid,
  -- Made when the page is first worked on, so that a repeated stage writes the same things again.
  revision_id uuid,
  -- What finished stages have made, named by blob id.
  made jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (organisation_id, import_id, page),
  FOREIGN KEY (organisation_id, import_id) REFERENCES plan_import (organisation_id, id)
);
SELECT hold_to_organisation('plan_import_page');
GRANT SELECT, INSERT, UPDATE ON plan_import_page TO plumbline_app;
