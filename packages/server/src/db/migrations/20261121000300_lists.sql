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

CREATE TABLE site_words (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (organisation_id, entity_id)
);
CREATE INDEX site_words_trigrams ON site_words USING gin (words gin_trgm_ops);

CREATE FUNCTION note_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO site_words (organisation_id, project_id, entity, entity_id, words)
    VALUES (NEW.organisation_id, NEW.project_id, TG_TABLE_NAME, NEW.id,
            CASE TG_TABLE_NAME WHEN 'pin' THEN pin_words(NEW) ELSE task_words(NEW) END)
    ON CONFLICT (organisation_id, entity_id) DO UPDATE SET words = excluded.words
    WHERE site_words.words <> excluded.words;
  RETURN NULL;
END $$;
