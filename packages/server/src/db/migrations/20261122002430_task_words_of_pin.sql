-- Tasks are found by what their pin is called and by its number too: on site a task is known by the pin it belongs to.

CREATE FUNCTION task_words_on_pin(t task, pin_title text, pin_number integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT task_words(t) || E'\n' || lower(coalesce(pin_title, '')) || E'\n#' || coalesce(pin_number::text, '')
$$;

CREATE OR REPLACE FUNCTION note_task_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO site_words SELECT NEW.organisation_id, NEW.project_id, 'task', NEW.id, task_words_on_pin(NEW, p.title, p.number)
    FROM pin p WHERE p.organisation_id = NEW.organisation_id AND p.id = NEW.pin_id
    ON CONFLICT (organisation_id, project_id, entity, entity_id) DO UPDATE SET words = excluded.words;
  RETURN NULL;
END $$;
DROP TRIGGER words_changed ON task;
CREATE TRIGGER words_changed AFTER UPDATE ON task FOR EACH ROW
  WHEN (task_words(NEW) IS DISTINCT FROM task_words(OLD) OR NEW.pin_id <> OLD.pin_id) EXECUTE FUNCTION note_task_words();

CREATE FUNCTION note_words_of_tasks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE site_words w SET words = task_words_on_pin(t, NEW.title, NEW.number) FROM task t
    WHERE t.organisation_id = NEW.organisation_id AND t.pin_id = NEW.id
      AND w.organisation_id = t.organisation_id AND w.project_id = t.project_id AND w.entity = 'task' AND w.entity_id = t.id;
  RETURN NULL;
END $$;
CREATE TRIGGER words_of_tasks_changed AFTER UPDATE ON pin FOR EACH ROW
  WHEN (NEW.title <> OLD.title OR NEW.number IS DISTINCT FROM OLD.number) EXECUTE FUNCTION note_words_of_tasks();

SELECT set_config('app.system', 'on', true);
UPDATE site_words w SET words = task_words_on_pin(t, p.title, p.number) FROM task t
  JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id
  WHERE w.organisation_id = t.organisation_id AND w.project_id = t.project_id AND w.entity = 'task' AND w.entity_id = t.id;
SELECT set_config('app.system', '', true);
