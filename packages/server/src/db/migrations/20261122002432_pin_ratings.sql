-- The ratings of pins as rows of their own, to be filtered by: what a level is found by must not depend on how many pins there are.

-- Made from `pin.ratings` by the trigger below and written by nobody else.
CREATE TABLE pin_rating (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  scale_id text NOT NULL,
  level smallint NOT NULL,
  pin_id uuid NOT NULL,
  PRIMARY KEY (organisation_id, pin_id, scale_id),
  FOREIGN KEY (organisation_id, pin_id) REFERENCES pin (organisation_id, id)
);
SELECT set_config('app.system', 'on', true);
INSERT INTO pin_rating (organisation_id, project_id, scale_id, level, pin_id)
  SELECT p.organisation_id, p.project_id, one.key, one.value::smallint, p.id
  FROM pin p CROSS JOIN LATERAL jsonb_each_text(p.ratings) one WHERE p.ratings <> '{}';
SELECT set_config('app.system', '', true);
CREATE INDEX pin_rating_level ON pin_rating (organisation_id, project_id, scale_id, level, pin_id);
SELECT hold_to_organisation('pin_rating');
GRANT SELECT, INSERT, DELETE ON pin_rating TO plumbline_app;

CREATE FUNCTION note_pin_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM pin_rating WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  END IF;
  INSERT INTO pin_rating (organisation_id, project_id, scale_id, level, pin_id)
    SELECT NEW.organisation_id, NEW.project_id, one.key, one.value::smallint, NEW.id FROM jsonb_each_text(NEW.ratings) one;
  RETURN NULL;
END $$;
CREATE TRIGGER ratings_new AFTER INSERT ON pin FOR EACH ROW WHEN (NEW.ratings <> '{}') EXECUTE FUNCTION note_pin_ratings();
CREATE TRIGGER ratings_changed AFTER UPDATE OF ratings ON pin FOR EACH ROW
  WHEN (NEW.ratings IS DISTINCT FROM OLD.ratings) EXECUTE FUNCTION note_pin_ratings();
