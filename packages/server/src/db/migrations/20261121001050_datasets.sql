-- Ties of pins to each other and to records; and the lists of records themselves: imported whole, read page by page, never synced.

ALTER TABLE pin ADD COLUMN links jsonb NOT NULL DEFAULT '[]';
ALTER TABLE pin ADD COLUMN records jsonb NOT NULL DEFAULT '[]';
CREATE INDEX pin_records ON pin (organisation_id, project_id) WHERE records <> '[]';

CREATE TABLE dataset (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  title text NOT NULL,
  -- Names of the columns in their order; values of a record stand in the same order.
  columns jsonb NOT NULL,
  id_column text NOT NULL,
  title_column text NOT NULL,
  records integer NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);
CREATE UNIQUE INDEX dataset_title ON dataset (organisation_id, project_id, lower(title));
SELECT hold_to_organisation('dataset');
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
  place integer NOT NULL,
  -- Records that a newer import no longer has stay for the pins that name them.
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (organisation_id, dataset_id, id),
  UNIQUE (organisation_id, dataset_id, key),
  FOREIGN KEY (organisation_id, dataset_id) REFERENCES dataset (organisation_id, id)
);
CREATE INDEX dataset_record_place ON dataset_record (organisation_id, dataset_id, place) WHERE active;
CREATE INDEX dataset_record_title ON dataset_record (organisation_id, dataset_id, (title COLLATE natural_order), place) WHERE active;
SELECT hold_to_organisation('dataset_record');
GRANT SELECT, INSERT, UPDATE ON dataset_record TO plumbline_app;

-- As with the words of pins: searched by parts of words through a function alone, within the organisation of the transaction.
CREATE TABLE dataset_words (
  organisation_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  record_id uuid NOT NULL,
  place integer NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (organisation_id, dataset_id, record_id)
);
CREATE INDEX dataset_words_trigrams ON dataset_words USING gin (words gin_trgm_ops);

CREATE FUNCTION note_dataset_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO dataset_words
    SELECT r.organisation_id, r.dataset_id, r.id, r.place, lower(array_to_string(ARRAY(SELECT jsonb_array_elements_text(r.record)), E'\n'))
    FROM changed r WHERE r.active
    ON CONFLICT (organisation_id, dataset_id, record_id) DO UPDATE SET words = excluded.words, place = excluded.place;
  DELETE FROM dataset_words w USING changed r
    WHERE w.organisation_id = r.organisation_id AND w.dataset_id = r.dataset_id AND w.record_id = r.id AND NOT r.active;
  RETURN NULL;
END $$;
CREATE TRIGGER words_new AFTER INSERT ON dataset_record REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_dataset_words();
CREATE TRIGGER words_changed AFTER UPDATE ON dataset_record REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_dataset_words();

CREATE FUNCTION find_dataset_words(of_dataset uuid, parts text[], most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE condition text;
BEGIN
  SELECT string_agg(format('words LIKE %L', '%' || regexp_replace(lower(part), '([\\%_])', '\\\1', 'g') || '%'), ' AND ' ORDER BY length(part) DESC)
    INTO condition FROM unnest(parts) part;
  RETURN QUERY EXECUTE format('SELECT record_id FROM dataset_words
      WHERE organisation_id = app_organisation() AND dataset_id = %L AND %s ORDER BY place LIMIT %s',
    of_dataset, coalesce(condition, 'true'), most);
END $$;
REVOKE ALL ON FUNCTION find_dataset_words FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_dataset_words TO plumbline_app;

-- One import: its file, how far it is, and what was wrong with which row.
CREATE TABLE dataset_import (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  -- Title and the two columns as wished for.
  request jsonb NOT NULL,
  state text NOT NULL,
  rows integer NOT NULL DEFAULT 0,
  problem text,
  bad_rows jsonb NOT NULL DEFAULT '[]',
  bad_count integer NOT NULL DEFAULT 0,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX dataset_import_project ON dataset_import (organisation_id, project_id, created_at DESC);
SELECT hold_to_organisation('dataset_import');
GRANT SELECT, INSERT, UPDATE ON dataset_import TO plumbline_app;
