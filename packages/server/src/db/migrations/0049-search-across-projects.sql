-- Finds pins or tasks of several projects. As `search_rows`, it always searches within the organisation of the transaction;
-- what it finds is then read from pin and task with the reader's permissions.
CREATE FUNCTION search_projects(of_projects uuid[], of_entity text, terms text[], most integer) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT entity_id FROM search_text
      WHERE organisation_id = app_organisation() AND project_id = ANY (%L) AND entity = %L AND %s LIMIT %s',
    of_projects, of_entity, contains_all_terms(terms), most);
END $$;
REVOKE ALL ON FUNCTION search_projects FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_projects TO plumbline_app;
