-- Derived rows are written by the program, in the transaction that writes the rows they come from (db/derived/). The
-- triggers that wrote them go. Existing derived rows stay: the program derives the same.

DROP TRIGGER usage_added ON blob;
DROP TRIGGER usage_removed ON blob;
DROP FUNCTION add_upload_usage, subtract_upload_usage;

DROP TRIGGER blob_references ON post;
DROP TRIGGER blob_references ON comment;
DROP TRIGGER blob_references ON revision;
DROP TRIGGER blob_references ON project;
DROP FUNCTION write_blob_references, blobs_of_files;

DROP TRIGGER search_text_new ON pin;
DROP TRIGGER search_text_changed ON pin;
DROP TRIGGER search_text_of_tasks_changed ON pin;
DROP TRIGGER search_text_new ON task;
DROP TRIGGER search_text_changed ON task;
DROP FUNCTION write_pin_search_text, write_task_search_text, write_search_text_of_tasks;
DROP FUNCTION task_search_text, task_own_search_text, pin_search_text;

DROP TRIGGER fields_new ON pin;
DROP TRIGGER fields_changed ON pin;
DROP TRIGGER ratings_new ON pin;
DROP TRIGGER ratings_changed ON pin;
DROP FUNCTION write_pin_fields, write_pin_ratings;

DROP TRIGGER due_new ON task;
DROP TRIGGER due_changed ON task;
DROP TRIGGER pin_number_new ON task;
DROP TRIGGER pin_number_moved ON task;
DROP TRIGGER number_changed ON pin;
DROP FUNCTION write_due_of_task, copy_number_to_tasks, copy_number_of_pin, write_pin_due, pin_due_of;

DROP TRIGGER search_text_new ON dataset_record;
DROP TRIGGER search_text_changed ON dataset_record;
DROP FUNCTION write_dataset_search_text();

-- Writes the search text of rows of a project, within the organisation of the transaction. Requests have no access to the
-- table itself.
CREATE FUNCTION write_search_text(of_project uuid, entities text[], ids uuid[], texts text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_text (organisation_id, project_id, entity, entity_id, text)
    SELECT app_organisation(), of_project, n.entity, n.id, n.text FROM unnest(entities, ids, texts) n (entity, id, text)
    ON CONFLICT (organisation_id, project_id, entity, entity_id) DO UPDATE SET text = excluded.text;
END $$;

-- The same for records of a dataset: all texts are removed, then those of active records are written.
CREATE FUNCTION clear_dataset_search_text(of_dataset uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM dataset_search_text WHERE organisation_id = app_organisation() AND dataset_id = of_dataset;
$$;
CREATE FUNCTION write_dataset_search_text(of_dataset uuid, ids uuid[], row_numbers integer[], texts text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO dataset_search_text (organisation_id, dataset_id, record_id, row_number, text)
    SELECT app_organisation(), of_dataset, n.* FROM unnest(ids, row_numbers, texts) n;
END $$;
REVOKE ALL ON FUNCTION write_search_text, clear_dataset_search_text, write_dataset_search_text FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_search_text, clear_dataset_search_text, write_dataset_search_text TO plumbline_app;
