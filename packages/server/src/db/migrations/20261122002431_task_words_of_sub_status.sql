-- Tasks are found by their sub-status too.

CREATE OR REPLACE FUNCTION task_words(t task) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(t.title || E'\n' || t.description || E'\n' || t.company_name || E'\n' || t.craft || E'\n' || t.sub_status
    || E'\n#' || coalesce(t.number::text, ''))
$$;

SELECT set_config('app.system', 'on', true);
UPDATE site_words w SET words = task_words_on_pin(t, p.title, p.number) FROM task t
  JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id
  WHERE t.sub_status <> '' AND w.organisation_id = t.organisation_id AND w.project_id = t.project_id
    AND w.entity = 'task' AND w.entity_id = t.id;
SELECT set_config('app.system', '', true);
