-- Lists of people on their way in: each row with what becomes of it. Personal data: gone with its list after a while.

CREATE TABLE people_import (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  -- Null where people are taken into the organisation.
  project_id uuid,
  kind text NOT NULL CHECK (kind IN ('members', 'users', 'contacts')),
  blob_id uuid NOT NULL,
  file_name text NOT NULL,
  -- Columns, encoding, and what holds for rows that say nothing themselves.
  request jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('checking', 'checked', 'running', 'done', 'failed', 'cancelled')),
  checked boolean NOT NULL DEFAULT false,
  problem text,
  to_create integer NOT NULL DEFAULT 0,
  to_join integer NOT NULL DEFAULT 0,
  present integer NOT NULL DEFAULT 0,
  bad integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX people_import_list ON people_import (organisation_id, project_id, created_at DESC);
SELECT hold_to_organisation('people_import');
GRANT SELECT, INSERT, UPDATE, DELETE ON people_import TO plumbline_app;

CREATE TABLE people_import_row (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('create', 'join', 'present', 'bad')),
  done boolean NOT NULL DEFAULT false,
  -- What was read; of a bad row the address and the name, as far as there is one.
  person jsonb NOT NULL,
  problem text,
  value text NOT NULL DEFAULT '',
  -- The cells as they came, where the row is to be given back.
  cells jsonb,
  -- The account, as soon as there is one.
  user_id uuid,
  PRIMARY KEY (organisation_id, import_id, line),
  FOREIGN KEY (organisation_id, import_id) REFERENCES people_import (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX people_import_row_outcome ON people_import_row (organisation_id, import_id, outcome, line);
CREATE INDEX people_import_row_waiting ON people_import_row (organisation_id, import_id, line)
  WHERE NOT done AND outcome IN ('create', 'join');
SELECT hold_to_organisation('people_import_row');
GRANT SELECT, INSERT, UPDATE, DELETE ON people_import_row TO plumbline_app;
