-- The functions that search, and write what is searched, get the organisation as an argument: if organisations are spread
-- over several servers, a call is sent as a whole to the one that has it. They refuse any other than that of the transaction.

CREATE FUNCTION require_organisation(given uuid) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF given IS DISTINCT FROM app_organisation() THEN RAISE insufficient_privilege; END IF;
END $$;

DROP FUNCTION search_rows, is_common_term, search_projects, search_dataset_records;
DROP FUNCTION write_search_text, clear_dataset_search_text, write_dataset_search_text;

-- The ids of the rows of a project in which all terms occur, as text of an array. Null if there are more than `most`, or if
-- the terms are so common that a scan of the project's pins or tasks soon finds enough of them. That is estimated from a
-- sample: ids are random, so the first thousand by id are any thousand.
CREATE FUNCTION search_rows(of_organisation uuid, of_project uuid, of_entity text, terms text[], most integer) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  patterns text[] := ARRAY(
    SELECT '%' || regexp_replace(lower(term), '([\\%_])', '\\\1', 'g') || '%' FROM unnest(terms) term);
  common boolean;
  found uuid[];
BEGIN
  PERFORM require_organisation(of_organisation);
  SELECT count(*) FILTER (WHERE text LIKE ALL (patterns)) >= 25 INTO common FROM
    (SELECT text FROM search_text
     WHERE organisation_id = of_organisation AND project_id = of_project AND entity = of_entity
     ORDER BY entity_id LIMIT 1000) sample;
  IF common THEN RETURN NULL; END IF;
  EXECUTE format('SELECT coalesce(array_agg(entity_id), ''{}'') FROM (SELECT entity_id FROM search_text
      WHERE organisation_id = %L AND project_id = %L AND entity = %L AND %s LIMIT %s) few',
    of_organisation, of_project, of_entity, contains_all_terms(terms), most + 1) INTO found;
  RETURN CASE WHEN cardinality(found) <= most THEN found::text END;
END $$;

-- The same in several projects, without an estimate.
CREATE FUNCTION search_projects(of_organisation uuid, of_projects uuid[], of_entity text, terms text[], most integer)
  RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_organisation(of_organisation);
  RETURN QUERY EXECUTE format('SELECT entity_id FROM search_text
      WHERE organisation_id = %L AND project_id = ANY (%L) AND entity = %L AND %s LIMIT %s',
    of_organisation, of_projects, of_entity, contains_all_terms(terms), most);
END $$;

CREATE FUNCTION search_dataset_records(of_organisation uuid, of_dataset uuid, terms text[], most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_organisation(of_organisation);
  RETURN QUERY EXECUTE format('SELECT record_id FROM dataset_search_text
      WHERE organisation_id = %L AND dataset_id = %L AND %s ORDER BY row_number LIMIT %s',
    of_organisation, of_dataset, contains_all_terms(terms), most);
END $$;

CREATE FUNCTION write_search_text(of_organisation uuid, of_project uuid, entities text[], ids uuid[], texts text[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_organisation(of_organisation);
  INSERT INTO search_text (organisation_id, project_id, entity, entity_id, text)
    SELECT of_organisation, of_project, n.entity, n.id, n.text FROM unnest(entities, ids, texts) n (entity, id, text)
    ON CONFLICT (organisation_id, project_id, entity, entity_id) DO UPDATE SET text = excluded.text;
END $$;

-- The same for records of a dataset: all texts are removed, then those of active records are written.
CREATE FUNCTION clear_dataset_search_text(of_organisation uuid, of_dataset uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_organisation(of_organisation);
  DELETE FROM dataset_search_text WHERE organisation_id = of_organisation AND dataset_id = of_dataset;
END $$;
CREATE FUNCTION write_dataset_search_text(of_organisation uuid, of_dataset uuid, ids uuid[], row_numbers integer[],
  texts text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_organisation(of_organisation);
  INSERT INTO dataset_search_text (organisation_id, dataset_id, record_id, row_number, text)
    SELECT of_organisation, of_dataset, n.* FROM unnest(ids, row_numbers, texts) n;
END $$;

REVOKE ALL ON FUNCTION search_rows, search_projects, search_dataset_records, write_search_text, clear_dataset_search_text,
  write_dataset_search_text FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_rows, search_projects, search_dataset_records, write_search_text,
  clear_dataset_search_text, write_dataset_search_text TO plumbline_app;
