-- The number of its pin beside each task: so pins are found through their tasks in the order of lists, by one look at an index. Whoever sees
-- only what is given to him, and whoever looks for tasks of one person or of some days, gets a page without going through the project.

ALTER TABLE task ADD COLUMN pin_number integer;

SELECT set_config('app.system', 'on', true);
UPDATE task t SET pin_number = p.number FROM pin p WHERE p.organisation_id = t.organisation_id AND p.id = t.pin_id;
SELECT set_config('app.system', '', true);

CREATE FUNCTION note_number_of_pin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pin_number := (SELECT number FROM pin WHERE organisation_id = NEW.organisation_id AND id = NEW.pin_id);
  RETURN NEW;
END $$;
CREATE TRIGGER pin_number_new BEFORE INSERT ON task FOR EACH ROW EXECUTE FUNCTION note_number_of_pin();
CREATE TRIGGER pin_number_moved BEFORE UPDATE ON task FOR EACH ROW WHEN (NEW.pin_id <> OLD.pin_id) EXECUTE FUNCTION note_number_of_pin();

CREATE OR REPLACE FUNCTION note_pin_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pin_due SET number = NEW.number WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  UPDATE task SET pin_number = NEW.number WHERE organisation_id = NEW.organisation_id AND pin_id = NEW.id;
  RETURN NULL;
END $$;

DROP INDEX task_assignee;
CREATE INDEX task_assignee ON task (organisation_id, project_id, assignee_id, pin_number, pin_id) INCLUDE (status, due_date, created_by, assignee_type);
CREATE INDEX task_assignee_due ON task (organisation_id, project_id, assignee_id, due_date, pin_number DESC)
  WHERE status IN ('open', 'rejected', 'done') AND due_date IS NOT NULL;
CREATE INDEX task_on_pins ON task (organisation_id, project_id, pin_number, pin_id) INCLUDE (status, due_date, created_by);
