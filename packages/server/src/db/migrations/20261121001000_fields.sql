-- Pin fields a project defines for itself, and their values on pins as rows of their own, to be filtered and ordered by.

CREATE TABLE field (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  format jsonb NOT NULL,
  category_ids jsonb NOT NULL,
  sort integer NOT NULL,
  active boolean NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX field_position ON field (organisation_id, project_id, position);
SELECT hold_to_organisation('field');
GRANT SELECT, INSERT, UPDATE ON field TO plumbline_app;

-- Made from `pin.fields` by the trigger below and written by nobody else. A list has a row for each of its entries.
CREATE TABLE pin_field (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  field_id uuid NOT NULL,
  pin_id uuid NOT NULL,
  place integer NOT NULL,
  number double precision,
  words text,
  PRIMARY KEY (organisation_id, pin_id, field_id, place),
  FOREIGN KEY (organisation_id, pin_id) REFERENCES pin (organisation_id, id)
);
CREATE INDEX pin_field_number ON pin_field (organisation_id, project_id, field_id, number, pin_id);
CREATE INDEX pin_field_words ON pin_field (organisation_id, project_id, field_id, words, pin_id);
SELECT hold_to_organisation('pin_field');
GRANT SELECT, INSERT, DELETE ON pin_field TO plumbline_app;

CREATE FUNCTION note_pin_fields() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pin_field WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  END IF;
  INSERT INTO pin_field (organisation_id, project_id, field_id, pin_id, place, number, words)
    SELECT NEW.organisation_id, NEW.project_id, one.key::uuid, NEW.id, entry.place - 1,
      CASE jsonb_typeof(entry.value) WHEN 'number' THEN (entry.value #>> '{}')::double precision END,
      CASE jsonb_typeof(entry.value) WHEN 'string' THEN entry.value #>> '{}' END
    FROM jsonb_each(NEW.fields) one
    CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(one.value) WHEN 'array' THEN one.value ELSE jsonb_build_array(one.value) END)
      WITH ORDINALITY AS entry (value, place);
  RETURN NULL;
END $$;
CREATE TRIGGER fields_new AFTER INSERT ON pin FOR EACH ROW WHEN (NEW.fields <> '{}') EXECUTE FUNCTION note_pin_fields();
CREATE TRIGGER fields_changed AFTER UPDATE OF fields ON pin FOR EACH ROW
  WHEN (NEW.fields IS DISTINCT FROM OLD.fields) EXECUTE FUNCTION note_pin_fields();

-- The words of fields are searched like those of the pin itself.
CREATE OR REPLACE FUNCTION pin_words(p pin) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(p.title || E'\n' || p.notes || E'\n' || p.t1 || E'\n' || p.t2 || E'\n' || p.t3 || E'\n'
    || coalesce((SELECT string_agg(tag, E'\n') FROM jsonb_array_elements_text(p.tags) tag), '')
    || coalesce((SELECT E'\n' || string_agg(word #>> '{}', E'\n') FROM jsonb_path_query(p.fields, 'lax $.*[*] ? (@.type() == "string")') word), '')
    || E'\n#' || coalesce(p.number::text, ''))
$$;
