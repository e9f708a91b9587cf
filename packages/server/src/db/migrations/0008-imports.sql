-- Imports of plan files, building models, datasets and lists of people.

CREATE TABLE plan_import (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  parent_id uuid,
  -- The plan that gets a new revision; null for new plans.
  plan_id uuid,
  version text NOT NULL DEFAULT '',
  -- Imports all pages without asking, for example pictures.
  all_pages boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  file_size bigint NOT NULL,
  state text NOT NULL
    CHECK (state IN ('inspecting', 'choosing', 'running', 'aligning', 'finished', 'failed', 'canceled')),
  stage text NOT NULL CHECK (stage IN ('uploading', 'uploadingOriginal', 'pdfConversion', 'thumbnailCreation', 'tiling',
    'storing', 'publishing', 'archiving')),
  problem text,
  problem_line integer,
  read_percent smallint NOT NULL DEFAULT 0,
  -- What a worker has read from a building model: its pack, the drawings of its storeys as one PDF, and the storeys.
  model jsonb,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  -- The folder of a model is written at the end of the transaction that starts its import.
  FOREIGN KEY (organisation_id, project_id, parent_id) REFERENCES plan (organisation_id, project_id, id)
    DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (organisation_id, project_id, plan_id) REFERENCES plan (organisation_id, project_id, id)
    DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX plan_import_created_idx ON plan_import (organisation_id, project_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE ON plan_import TO plumbline_app;

CREATE TABLE plan_import_page (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  page integer NOT NULL,
  title text NOT NULL,
  sheet_number text NOT NULL,
  -- Degrees clockwise, in addition to the rotation of the page itself.
  rotation integer NOT NULL DEFAULT 0 CHECK (rotation IN (0, 90, 180, 270)),
  width_pt double precision NOT NULL,
  height_pt double precision NOT NULL,
  selected boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'running', 'aligning', 'finished', 'failed', 'canceled')),
  stage text NOT NULL DEFAULT 'pdfConversion' CHECK (stage IN ('uploading', 'uploadingOriginal', 'pdfConversion',
    'thumbnailCreation', 'tiling', 'storing', 'publishing', 'archiving')),
  percent integer NOT NULL DEFAULT 0,
  problem text,
  attempts integer NOT NULL DEFAULT 0,
  -- Ids of the plan and revision the page becomes. Assigned when work on the page starts, so that a repeated stage writes
  -- the same rows; the rows follow at its end, so they are not foreign keys.
  plan_id uuid,
  revision_id uuid,
  -- Blob ids of what finished stages have produced.
  artifacts jsonb NOT NULL DEFAULT '{}',
  -- How the new sheet is aligned with the plan, as computed by the worker.
  proposal jsonb,
  -- Fonts that neither the file nor the server has: text in them is missing on the plan.
  missing_fonts text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (organisation_id, import_id, page),
  FOREIGN KEY (organisation_id, import_id) REFERENCES plan_import (organisation_id, id)
);
CREATE INDEX plan_import_page_revision_idx ON plan_import_page (organisation_id, revision_id);
GRANT SELECT, INSERT, UPDATE ON plan_import_page TO plumbline_app;

-- Lists of records that pins are linked to: imported as a whole, read page by page, never synchronised.
CREATE TABLE dataset (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  title text NOT NULL,
  -- Column names; the values of a record are in the same order.
  columns jsonb NOT NULL,
  id_column text NOT NULL,
  title_column text NOT NULL,
  records integer NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE UNIQUE INDEX dataset_title_key ON dataset (organisation_id, project_id, lower(title));
GRANT SELECT, INSERT, UPDATE ON dataset TO plumbline_app;

CREATE TABLE dataset_record (
  organisation_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  key text NOT NULL,
  title text NOT NULL,
  record jsonb NOT NULL,
  -- Row of the file, from 1: the order of the import.
  row_number integer NOT NULL,
  -- Records that a later import no longer contains stay for the pins that link to them.
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (organisation_id, dataset_id, id),
  UNIQUE (organisation_id, dataset_id, key),
  FOREIGN KEY (organisation_id, project_id, dataset_id) REFERENCES dataset (organisation_id, project_id, id)
);
CREATE INDEX dataset_record_order_idx ON dataset_record (organisation_id, dataset_id, row_number) WHERE active;
CREATE INDEX dataset_record_title_idx ON dataset_record
  (organisation_id, dataset_id, (title COLLATE natural_order), row_number) WHERE active;
GRANT SELECT, INSERT, UPDATE ON dataset_record TO plumbline_app;

-- As search_text, for records.
CREATE TABLE dataset_search_text (
  organisation_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  record_id uuid NOT NULL,
  row_number integer NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (organisation_id, dataset_id, record_id)
);
CREATE INDEX dataset_search_text_trigram_idx ON dataset_search_text USING gin (text gin_trgm_ops);

CREATE FUNCTION write_dataset_search_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO dataset_search_text
    SELECT r.organisation_id, r.dataset_id, r.id, r.row_number, lower(array_to_string(ARRAY(SELECT jsonb_array_elements_text(r.record)), E'\n'))
    FROM changed r WHERE r.active
    ON CONFLICT (organisation_id, dataset_id, record_id) DO UPDATE SET text = excluded.text, row_number = excluded.row_number;
  DELETE FROM dataset_search_text s USING changed r
    WHERE s.organisation_id = r.organisation_id AND s.dataset_id = r.dataset_id AND s.record_id = r.id AND NOT r.active;
  RETURN NULL;
END $$;
CREATE TRIGGER search_text_new AFTER INSERT ON dataset_record REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION write_dataset_search_text();
CREATE TRIGGER search_text_changed AFTER UPDATE ON dataset_record REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION write_dataset_search_text();

CREATE FUNCTION search_dataset_records(of_dataset uuid, terms text[], most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT record_id FROM dataset_search_text
      WHERE organisation_id = app_organisation() AND dataset_id = %L AND %s ORDER BY row_number LIMIT %s',
    of_dataset, contains_all_terms(terms), most);
END $$;
REVOKE ALL ON FUNCTION search_dataset_records FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_dataset_records TO plumbline_app;

-- An import of a dataset. The dataset is created when the import succeeds, so it is not a foreign key.
CREATE TABLE dataset_import (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  -- The requested title, id column and title column.
  request jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  rows integer NOT NULL DEFAULT 0,
  problem text,
  bad_rows jsonb NOT NULL DEFAULT '[]',
  bad_count integer NOT NULL DEFAULT 0,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX dataset_import_created_idx ON dataset_import (organisation_id, project_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE ON dataset_import TO plumbline_app;

-- Imports of people, with one row per person. Personal data: deleted after a while.
CREATE TABLE people_import (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  -- Null for imports into the organisation.
  project_id uuid,
  kind text NOT NULL CHECK (kind IN ('members', 'users', 'contacts')),
  blob_id uuid NOT NULL,
  file_name text NOT NULL,
  -- Columns, encoding and defaults for empty cells.
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
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX people_import_created_idx ON people_import (organisation_id, project_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON people_import TO plumbline_app;

CREATE TABLE people_import_row (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('create', 'join', 'present', 'bad')),
  done boolean NOT NULL DEFAULT false,
  -- The values of the row; of a bad row the email address and the name, as far as there are any.
  person jsonb NOT NULL,
  problem text,
  value text NOT NULL DEFAULT '',
  -- The original cells, for rows that are returned for correction.
  cells jsonb,
  -- Set once the account exists.
  user_id uuid,
  PRIMARY KEY (organisation_id, import_id, line),
  FOREIGN KEY (organisation_id, import_id) REFERENCES people_import (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX people_import_row_outcome_idx ON people_import_row (organisation_id, import_id, outcome, line);
CREATE INDEX people_import_row_pending_idx ON people_import_row (organisation_id, import_id, line)
  WHERE NOT done AND outcome IN ('create', 'join');
GRANT SELECT, INSERT, UPDATE, DELETE ON people_import_row TO plumbline_app;

SELECT enable_tenant_isolation(name::regclass) FROM unnest(ARRAY['plan_import', 'plan_import_page', 'dataset', 'dataset_record',
  'dataset_import', 'people_import', 'people_import_row']) name;
