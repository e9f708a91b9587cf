-- Derived rows: the files that rows reference, the text that pins and tasks are searched by, and values of pins in tables
-- of their own, for filtering and sorting.

-- Which rows reference a file: whoever sees one of them may see the file. Kept when a row no longer references it, for the
-- history.
CREATE TABLE blob_reference (
  organisation_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  project_id uuid NOT NULL,
  entity text NOT NULL CHECK (entity IN ('project', 'revision', 'post', 'comment')),
  entity_id uuid NOT NULL,
  PRIMARY KEY (organisation_id, blob_id, project_id, entity, entity_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
SELECT enable_tenant_isolation('blob_reference');
GRANT SELECT, INSERT ON blob_reference TO plumbline_app;

CREATE FUNCTION blobs_of_files(files jsonb) RETURNS uuid[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(
    SELECT blob::uuid FROM jsonb_array_elements(files) file,
      unnest(ARRAY[file ->> 'blobId', file #>> '{poster,blobId}', file #>> '{sketch,original,blobId}']) blob
    WHERE blob IS NOT NULL)
$$;
CREATE FUNCTION write_blob_references() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE blobs uuid[];
BEGIN
  blobs := CASE TG_TABLE_NAME
    WHEN 'post' THEN blobs_of_files(to_jsonb(NEW) -> 'files')
    WHEN 'comment' THEN blobs_of_files(to_jsonb(NEW) -> 'attachments')
    ELSE ARRAY(SELECT value::uuid FROM jsonb_each_text(to_jsonb(NEW))
               WHERE key IN ('pack_blob_id', 'text_blob_id', 'thumb_blob_id', 'preview_blob_id', 'original_blob_id',
                   'picture_blob_id', 'header_logo_blob_id', 'footer_logo_blob_id')
                 AND value IS NOT NULL)
  END;
  INSERT INTO blob_reference (organisation_id, blob_id, project_id, entity, entity_id)
    SELECT NEW.organisation_id, blob, NEW.project_id, TG_TABLE_NAME, NEW.id FROM unnest(blobs) blob
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER blob_references AFTER INSERT OR UPDATE OF files ON post FOR EACH ROW EXECUTE FUNCTION write_blob_references();
CREATE TRIGGER blob_references AFTER INSERT OR UPDATE OF attachments ON comment
  FOR EACH ROW EXECUTE FUNCTION write_blob_references();
CREATE TRIGGER blob_references AFTER INSERT ON revision FOR EACH ROW EXECUTE FUNCTION write_blob_references();
CREATE TRIGGER blob_references AFTER INSERT OR UPDATE OF picture_blob_id, header_logo_blob_id, footer_logo_blob_id ON project
  FOR EACH ROW EXECUTE FUNCTION write_blob_references();

-- Searching for parts of words needs an index whose operators row-level security does not allow. So the text is in tables
-- of their own that requests cannot read, and functions search them within the organisation; what they find is then read
-- from pin and task as always.
CREATE FUNCTION pin_search_text(p pin) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(p.title || E'\n' || p.notes || E'\n' || p.t1 || E'\n' || p.t2 || E'\n' || p.t3 || E'\n'
    || coalesce((SELECT string_agg(tag, E'\n') FROM jsonb_array_elements_text(p.tags) tag), '')
    || coalesce((SELECT E'\n' || string_agg(word #>> '{}', E'\n') FROM jsonb_path_query(p.fields, 'lax $.*[*] ? (@.type() == "string")') word), '')
    || E'\n#' || coalesce(p.number::text, ''))
$$;
CREATE FUNCTION task_own_search_text(t task) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(t.title || E'\n' || t.description || E'\n' || t.company_name || E'\n' || t.craft || E'\n' || t.sub_status
    || E'\n#' || coalesce(t.number::text, ''))
$$;
-- Tasks are found by the title and number of their pin too: on site, a task is known by its pin.
CREATE FUNCTION task_search_text(t task, pin_title text, pin_number integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT task_own_search_text(t) || E'\n' || lower(coalesce(pin_title, '')) || E'\n#' || coalesce(pin_number::text, '')
$$;

-- No row-level security and no grant: only the functions below access it.
CREATE TABLE search_text (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  entity text NOT NULL CHECK (entity IN ('pin', 'task')),
  entity_id uuid NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (organisation_id, project_id, entity, entity_id)
);
CREATE INDEX search_text_trigram_idx ON search_text USING gin (text gin_trgm_ops);

CREATE FUNCTION write_pin_search_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_text VALUES (NEW.organisation_id, NEW.project_id, 'pin', NEW.id, pin_search_text(NEW))
    ON CONFLICT (organisation_id, project_id, entity, entity_id) DO UPDATE SET text = excluded.text;
  RETURN NULL;
END $$;
CREATE FUNCTION write_task_search_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_text SELECT NEW.organisation_id, NEW.project_id, 'task', NEW.id, task_search_text(NEW, p.title, p.number)
    FROM pin p WHERE p.organisation_id = NEW.organisation_id AND p.id = NEW.pin_id
    ON CONFLICT (organisation_id, project_id, entity, entity_id) DO UPDATE SET text = excluded.text;
  RETURN NULL;
END $$;
CREATE FUNCTION write_search_text_of_tasks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE search_text s SET text = task_search_text(t, NEW.title, NEW.number) FROM task t
    WHERE t.organisation_id = NEW.organisation_id AND t.pin_id = NEW.id
      AND s.organisation_id = t.organisation_id AND s.project_id = t.project_id AND s.entity = 'task' AND s.entity_id = t.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_text_new AFTER INSERT ON pin FOR EACH ROW EXECUTE FUNCTION write_pin_search_text();
CREATE TRIGGER search_text_changed AFTER UPDATE ON pin FOR EACH ROW
  WHEN (pin_search_text(NEW) IS DISTINCT FROM pin_search_text(OLD)) EXECUTE FUNCTION write_pin_search_text();
CREATE TRIGGER search_text_of_tasks_changed AFTER UPDATE ON pin FOR EACH ROW
  WHEN (NEW.title <> OLD.title OR NEW.number IS DISTINCT FROM OLD.number) EXECUTE FUNCTION write_search_text_of_tasks();
CREATE TRIGGER search_text_new AFTER INSERT ON task FOR EACH ROW EXECUTE FUNCTION write_task_search_text();
CREATE TRIGGER search_text_changed AFTER UPDATE ON task FOR EACH ROW
  WHEN (task_own_search_text(NEW) IS DISTINCT FROM task_own_search_text(OLD) OR NEW.pin_id <> OLD.pin_id)
  EXECUTE FUNCTION write_task_search_text();

-- A condition that all terms occur in `text`. Planned anew each time: whether the index helps depends on the terms.
CREATE FUNCTION contains_all_terms(terms text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(format('text LIKE %L', '%' || regexp_replace(lower(term), '([\\%_])', '\\\1', 'g') || '%'), ' AND '
    ORDER BY length(term) DESC), 'true') FROM unnest(terms) term
$$;

-- Ids of the rows of a project in which all terms occur, at most `most`, within the organisation of the transaction.
CREATE FUNCTION search_rows(of_project uuid, of_entity text, terms text[], most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT entity_id FROM search_text
      WHERE organisation_id = app_organisation() AND project_id = %L AND entity = %L AND %s LIMIT %s',
    of_project, of_entity, contains_all_terms(terms), most);
END $$;

-- Whether the terms are so common in a project that a scan of its pins or tasks soon finds enough of them. Estimated from a
-- sample: ids are random, so the first thousand by id are any thousand.
CREATE FUNCTION is_common_term(of_project uuid, of_entity text, terms text[]) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE patterns text[] := ARRAY(
  SELECT '%' || regexp_replace(lower(term), '([\\%_])', '\\\1', 'g') || '%' FROM unnest(terms) term);
BEGIN
  RETURN (SELECT count(*) FILTER (WHERE text LIKE ALL (patterns)) >= 25 FROM
    (SELECT text FROM search_text WHERE organisation_id = app_organisation() AND project_id = of_project AND entity = of_entity
     ORDER BY entity_id LIMIT 1000) sample);
END $$;
REVOKE ALL ON FUNCTION search_rows, is_common_term FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_rows, is_common_term TO plumbline_app;

-- Values of the custom fields of pins. A list has a row for each of its entries.
CREATE TABLE pin_field (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  field_id uuid NOT NULL,
  pin_id uuid NOT NULL,
  entry_index integer NOT NULL,
  number_value double precision,
  text_value text,
  PRIMARY KEY (organisation_id, pin_id, field_id, entry_index),
  FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id)
);
CREATE INDEX pin_field_number_idx ON pin_field (organisation_id, project_id, field_id, number_value, pin_id);
CREATE INDEX pin_field_text_idx ON pin_field (organisation_id, project_id, field_id, text_value, pin_id);
SELECT enable_tenant_isolation('pin_field');
GRANT SELECT, INSERT, DELETE ON pin_field TO plumbline_app;

CREATE FUNCTION write_pin_fields() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pin_field WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  END IF;
  INSERT INTO pin_field (organisation_id, project_id, field_id, pin_id, entry_index, number_value, text_value)
    SELECT NEW.organisation_id, NEW.project_id, one.key::uuid, NEW.id, entry.place - 1,
      CASE jsonb_typeof(entry.value) WHEN 'number' THEN (entry.value #>> '{}')::double precision END,
      CASE jsonb_typeof(entry.value) WHEN 'string' THEN entry.value #>> '{}' END
    FROM jsonb_each(NEW.fields) one
    CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(one.value) WHEN 'array' THEN one.value ELSE jsonb_build_array(one.value) END)
      WITH ORDINALITY AS entry (value, place);
  RETURN NULL;
END $$;
CREATE TRIGGER fields_new AFTER INSERT ON pin FOR EACH ROW WHEN (NEW.fields <> '{}') EXECUTE FUNCTION write_pin_fields();
CREATE TRIGGER fields_changed AFTER UPDATE OF fields ON pin FOR EACH ROW
  WHEN (NEW.fields IS DISTINCT FROM OLD.fields) EXECUTE FUNCTION write_pin_fields();

-- Ratings of pins.
CREATE TABLE pin_rating (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scale_id text NOT NULL,
  level smallint NOT NULL,
  pin_id uuid NOT NULL,
  PRIMARY KEY (organisation_id, pin_id, scale_id),
  FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id)
);
CREATE INDEX pin_rating_level_idx ON pin_rating (organisation_id, project_id, scale_id, level, pin_id);
SELECT enable_tenant_isolation('pin_rating');
GRANT SELECT, INSERT, DELETE ON pin_rating TO plumbline_app;

CREATE FUNCTION write_pin_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pin_rating WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  END IF;
  INSERT INTO pin_rating (organisation_id, project_id, scale_id, level, pin_id)
    SELECT NEW.organisation_id, NEW.project_id, one.key, one.value::smallint, NEW.id FROM jsonb_each_text(NEW.ratings) one;
  RETURN NULL;
END $$;
CREATE TRIGGER ratings_new AFTER INSERT ON pin FOR EACH ROW WHEN (NEW.ratings <> '{}') EXECUTE FUNCTION write_pin_ratings();
CREATE TRIGGER ratings_changed AFTER UPDATE OF ratings ON pin FOR EACH ROW
  WHEN (NEW.ratings IS DISTINCT FROM OLD.ratings) EXECUTE FUNCTION write_pin_ratings();

-- The earliest due date of each pin's unfinished tasks, so that the list by due date is read from an index. Members who do
-- not see all tasks have other dates, which are read from the tasks themselves.
CREATE TABLE pin_due (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  pin_id uuid NOT NULL,
  due_date date NOT NULL,
  pin_number integer,
  PRIMARY KEY (organisation_id, pin_id),
  FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id)
);
CREATE INDEX pin_due_order_idx ON pin_due (organisation_id, project_id, due_date, pin_number);
SELECT enable_tenant_isolation('pin_due');
GRANT SELECT, INSERT, UPDATE, DELETE ON pin_due TO plumbline_app;

-- OFFSET 0: on a table without statistics PostgreSQL would read the index of due dates from end to end.
CREATE FUNCTION pin_due_of(of_organisation uuid, of_pin uuid) RETURNS SETOF pin_due LANGUAGE sql STABLE AS $$
  SELECT p.organisation_id, p.project_id, p.id, min(t.due_date), p.number
  FROM pin p CROSS JOIN LATERAL (
    SELECT status, due_date FROM task WHERE organisation_id = of_organisation AND pin_id = of_pin OFFSET 0
  ) t
  WHERE p.organisation_id = of_organisation AND p.id = of_pin AND t.status IN ('open', 'rejected', 'done') AND t.due_date IS NOT NULL
  GROUP BY p.organisation_id, p.id
$$;
CREATE FUNCTION write_pin_due(of_organisation uuid, of_pin uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pin_due SELECT * FROM pin_due_of(of_organisation, of_pin)
    ON CONFLICT (organisation_id, pin_id) DO UPDATE SET due_date = excluded.due_date, pin_number = excluded.pin_number;
  IF NOT FOUND THEN
    DELETE FROM pin_due WHERE organisation_id = of_organisation AND pin_id = of_pin;
  END IF;
END $$;
CREATE FUNCTION write_due_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_pin_due(NEW.organisation_id, NEW.pin_id);
  IF TG_OP = 'UPDATE' AND NEW.pin_id <> OLD.pin_id THEN
    PERFORM write_pin_due(OLD.organisation_id, OLD.pin_id);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION copy_number_to_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pin_due SET pin_number = NEW.number WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  UPDATE task SET pin_number = NEW.number WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION copy_number_of_pin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pin_number := (SELECT number FROM pin WHERE organisation_id = NEW.organisation_id AND id = NEW.pin_id);
  RETURN NEW;
END $$;
CREATE TRIGGER due_new AFTER INSERT ON task FOR EACH ROW WHEN (NEW.due_date IS NOT NULL) EXECUTE FUNCTION write_due_of_task();
CREATE TRIGGER due_changed AFTER UPDATE ON task FOR EACH ROW
  WHEN (NEW.due_date IS DISTINCT FROM OLD.due_date OR NEW.status <> OLD.status OR NEW.pin_id <> OLD.pin_id)
  EXECUTE FUNCTION write_due_of_task();
CREATE TRIGGER pin_number_new BEFORE INSERT ON task FOR EACH ROW EXECUTE FUNCTION copy_number_of_pin();
CREATE TRIGGER pin_number_moved BEFORE UPDATE ON task FOR EACH ROW WHEN (NEW.pin_id <> OLD.pin_id)
  EXECUTE FUNCTION copy_number_of_pin();
CREATE TRIGGER number_changed AFTER UPDATE ON pin FOR EACH ROW WHEN (NEW.number IS DISTINCT FROM OLD.number)
  EXECUTE FUNCTION copy_number_to_tasks();
