-- Imports of pins from files of other programs, with one row per row of the file.
CREATE TABLE pin_import (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  -- A ZIP file with the photos that rows name.
  photos_blob_id uuid,
  file_name text NOT NULL,
  -- Columns, encoding, and the order of dates.
  request jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('checking', 'checked', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  checked boolean NOT NULL DEFAULT false,
  problem text,
  to_create integer NOT NULL DEFAULT 0,
  present integer NOT NULL DEFAULT 0,
  bad integer NOT NULL DEFAULT 0,
  warnings integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  -- Ids of the categories, fields and contacts that it created, by kind.
  created jsonb NOT NULL DEFAULT '{}',
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id),
  FOREIGN KEY (organisation_id, photos_blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX pin_import_created_idx ON pin_import (organisation_id, project_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON pin_import TO plumbline_app;

CREATE TABLE pin_import_row (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('create', 'present', 'bad')),
  done boolean NOT NULL DEFAULT false,
  -- What the row becomes; null if that is not possible.
  pin jsonb,
  -- The ids it gets, derived from the row's own id or content. The pin exists already if the row only adds a task.
  pin_id uuid NOT NULL,
  task_id uuid NOT NULL,
  adds_task boolean NOT NULL,
  notes jsonb NOT NULL,
  -- The original cells of rows that are returned for correction.
  cells jsonb,
  PRIMARY KEY (organisation_id, import_id, line),
  FOREIGN KEY (organisation_id, import_id) REFERENCES pin_import (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX pin_import_row_outcome_idx ON pin_import_row (organisation_id, import_id, outcome, line);
CREATE INDEX pin_import_row_pending_idx ON pin_import_row (organisation_id, import_id, done, line)
  WHERE outcome = 'create';
GRANT SELECT, INSERT, UPDATE, DELETE ON pin_import_row TO plumbline_app;

SELECT enable_tenant_isolation(name::regclass) FROM unnest(ARRAY['pin_import', 'pin_import_row']) name;
