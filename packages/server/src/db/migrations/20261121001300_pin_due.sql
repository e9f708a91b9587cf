-- The earliest due day of each pin's unfinished tasks, beside it, so that the list by due day is read from an index. Who does not see all
-- tasks of a project has another earliest day, and is answered from the tasks themselves.

CREATE TABLE pin_due (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  pin_id uuid NOT NULL,
  first date NOT NULL,
  -- The pin's own.
  number integer,
  PRIMARY KEY (organisation_id, pin_id),
  FOREIGN KEY (organisation_id, pin_id) REFERENCES pin (organisation_id, id)
);

CREATE FUNCTION pin_due_of(of_organisation uuid, of_pin uuid) RETURNS SETOF pin_due LANGUAGE sql STABLE AS $$
  SELECT p.organisation_id, p.project_id, p.id, min(t.due_date), p.number
  FROM pin p JOIN task t ON t.organisation_id = p.organisation_id AND t.pin_id = p.id
  WHERE p.organisation_id = of_organisation AND p.id = of_pin AND t.status IN ('open', 'rejected', 'done') AND t.due_date IS NOT NULL
  GROUP BY p.organisation_id, p.id
$$;

SELECT set_config('app.system', 'on', true);
INSERT INTO pin_due
  SELECT p.organisation_id, p.project_id, p.id, min(t.due_date), p.number
  FROM pin p JOIN task t ON t.organisation_id = p.organisation_id AND t.pin_id = p.id
  WHERE t.status IN ('open', 'rejected', 'done') AND t.due_date IS NOT NULL
  GROUP BY p.organisation_id, p.id;
SELECT set_config('app.system', '', true);

CREATE INDEX pin_due_first ON pin_due (organisation_id, project_id, first, number DESC);
CREATE INDEX pin_due_first_down ON pin_due (organisation_id, project_id, first DESC, number DESC);
SELECT hold_to_organisation('pin_due');
GRANT SELECT, INSERT, UPDATE, DELETE ON pin_due TO plumbline_app;

CREATE FUNCTION note_pin_due(of_organisation uuid, of_pin uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pin_due SELECT * FROM pin_due_of(of_organisation, of_pin)
    ON CONFLICT (organisation_id, pin_id) DO UPDATE SET first = excluded.first, number = excluded.number;
  IF NOT FOUND THEN
    DELETE FROM pin_due WHERE organisation_id = of_organisation AND pin_id = of_pin;
  END IF;
END $$;

CREATE FUNCTION note_task_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_pin_due(NEW.organisation_id, NEW.pin_id);
  IF TG_OP = 'UPDATE' AND NEW.pin_id <> OLD.pin_id THEN
    PERFORM note_pin_due(OLD.organisation_id, OLD.pin_id);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION note_pin_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pin_due SET number = NEW.number WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER due_new AFTER INSERT ON task FOR EACH ROW WHEN (NEW.due_date IS NOT NULL) EXECUTE FUNCTION note_task_due();
CREATE TRIGGER due_changed AFTER UPDATE ON task FOR EACH ROW
  WHEN (NEW.due_date IS DISTINCT FROM OLD.due_date OR NEW.status <> OLD.status OR NEW.pin_id <> OLD.pin_id)
  EXECUTE FUNCTION note_task_due();
CREATE TRIGGER due_number AFTER UPDATE ON pin FOR EACH ROW WHEN (NEW.number IS DISTINCT FROM OLD.number) EXECUTE FUNCTION note_pin_number();
