-- What the lists need: which rows name a file, words of pins and tasks to search by, and an index for each order.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Which rows name a blob: whoever sees one of them may see the file.
CREATE TABLE blob_use (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  blob_id uuid NOT NULL,
  project_id uuid NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  PRIMARY KEY (organisation_id, blob_id, project_id, entity, entity_id)
);
SELECT hold_to_organisation('blob_use');
GRANT SELECT, INSERT ON blob_use TO plumbline_app;

CREATE FUNCTION note_blob_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE blobs uuid[];
BEGIN
  blobs := CASE TG_TABLE_NAME
    WHEN 'post' THEN ARRAY(SELECT (file ->> 'blobId')::uuid FROM jsonb_array_elements(to_jsonb(NEW) -> 'files') file)
    WHEN 'comment' THEN ARRAY(SELECT (file ->> 'blobId')::uuid FROM jsonb_array_elements(to_jsonb(NEW) -> 'attachments') file)
    ELSE ARRAY(SELECT value::uuid FROM jsonb_each_text(to_jsonb(NEW))
               WHERE key IN ('pack_blob_id', 'text_blob_id', 'thumb_blob_id', 'preview_blob_id', 'original_blob_id')
                 AND value IS NOT NULL)
  END;
  INSERT INTO blob_use (organisation_id, blob_id, project_id, entity, entity_id)
    SELECT NEW.organisation_id, blob, NEW.project_id, TG_TABLE_NAME, NEW.id FROM unnest(blobs) blob
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER blob_use AFTER INSERT OR UPDATE OF files ON post FOR EACH ROW EXECUTE FUNCTION note_blob_use();
CREATE TRIGGER blob_use AFTER INSERT OR UPDATE OF attachments ON comment FOR EACH ROW EXECUTE FUNCTION note_blob_use();
CREATE TRIGGER blob_use AFTER INSERT ON revision FOR EACH ROW EXECUTE FUNCTION note_blob_use();

-- Searching by parts of words needs an index whose operators row-level security does not let through. So the words stand
-- in tables of their own that the application cannot read, and a function looks in them within the organisation only; what
-- it finds is then read from pin and task as always.
CREATE FUNCTION pin_words(p pin) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(p.title || E'\n' || p.notes || E'\n' || p.t1 || E'\n' || p.t2 || E'\n' || p.t3 || E'\n'
    || coalesce((SELECT string_agg(tag, E'\n') FROM jsonb_array_elements_text(p.tags) tag), '')
    || E'\n#' || coalesce(p.number::text, ''))
$$;
CREATE FUNCTION task_words(t task) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(t.title || E'\n' || t.description || E'\n' || t.company_name || E'\n' || t.craft
    || E'\n#' || coalesce(t.number::text, ''))
$$;

-- Without row-level security on purpose, and without a grant: only the two functions below reach it.
CREATE TABLE site_words (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (organisation_id, project_id, entity, entity_id)
);
CREATE INDEX site_words_trigrams ON site_words USING gin (words gin_trgm_ops);

CREATE FUNCTION note_pin_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO site_words VALUES (NEW.organisation_id, NEW.project_id, 'pin', NEW.id, pin_words(NEW))
    ON CONFLICT (organisation_id, project_id, entity, entity_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
CREATE FUNCTION note_task_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO site_words VALUES (NEW.organisation_id, NEW.project_id, 'task', NEW.id, task_words(NEW))
    ON CONFLICT (organisation_id, project_id, entity, entity_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
CREATE TRIGGER words_new AFTER INSERT ON pin FOR EACH ROW EXECUTE FUNCTION note_pin_words();
CREATE TRIGGER words_changed AFTER UPDATE ON pin FOR EACH ROW
  WHEN (pin_words(NEW) IS DISTINCT FROM pin_words(OLD)) EXECUTE FUNCTION note_pin_words();
CREATE TRIGGER words_new AFTER INSERT ON task FOR EACH ROW EXECUTE FUNCTION note_task_words();
CREATE TRIGGER words_changed AFTER UPDATE ON task FOR EACH ROW
  WHEN (task_words(NEW) IS DISTINCT FROM task_words(OLD)) EXECUTE FUNCTION note_task_words();

-- Ids of the rows of a project in which all these parts of words occur, `most` at most, within the organisation of the
-- transaction whatever is asked for. Planned anew each time: whether the index serves depends on the parts.
CREATE FUNCTION find_words(of_project uuid, of_entity text, parts text[], most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE condition text;
BEGIN
  SELECT string_agg(format('words LIKE %L', '%' || regexp_replace(lower(part), '([\\%_])', '\\\1', 'g') || '%'), ' AND ' ORDER BY length(part) DESC)
    INTO condition FROM unnest(parts) part;
  RETURN QUERY EXECUTE format('SELECT entity_id FROM site_words
      WHERE organisation_id = app_organisation() AND project_id = %L AND entity = %L AND %s LIMIT %s',
    of_project, of_entity, coalesce(condition, 'true'), most);
END $$;
REVOKE ALL ON FUNCTION find_words FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_words TO plumbline_app;

-- The order people expect: 2 before 10, without regard to the machine's language.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');

CREATE INDEX pin_created ON pin (organisation_id, project_id, created_at, number DESC);
CREATE INDEX pin_changed ON pin (organisation_id, project_id, changed_at, number DESC);
CREATE INDEX pin_title ON pin (organisation_id, project_id, nullif(title, '') COLLATE natural_order, number DESC);
CREATE INDEX pin_status ON pin (organisation_id, project_id, status, number);
CREATE INDEX pin_category ON pin (organisation_id, project_id, category_id, number);
CREATE INDEX pin_plan_number ON pin (organisation_id, project_id, plan_id, number);
CREATE INDEX pin_creator ON pin (organisation_id, project_id, created_by, number);
CREATE INDEX task_due ON task (organisation_id, project_id, due_date, number);
CREATE INDEX task_status ON task (organisation_id, project_id, status, due_date);
CREATE INDEX task_changed ON task (organisation_id, project_id, changed_at);
CREATE INDEX post_made ON post (organisation_id, project_id, created_at DESC, id);
CREATE INDEX change_of_entity ON change (organisation_id, project_id, entity_id, position);
CREATE INDEX member_of_user ON member (organisation_id, user_id, state);
