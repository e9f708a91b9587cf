-- Whether words are so common in a project that whoever goes through its pins or tasks meets enough of them soon. Told by a sample: ids are
-- random, so the first thousand by id are any thousand. Gathering all rows with a common word would take longer than the whole list.
CREATE FUNCTION is_common(of_project uuid, of_entity text, parts text[]) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE patterns text[] := ARRAY(
  SELECT '%' || regexp_replace(lower(part), '([\\%_])', '\\\1', 'g') || '%' FROM unnest(parts) part);
BEGIN
  RETURN (SELECT count(*) FILTER (WHERE words LIKE ALL (patterns)) >= 25 FROM
    (SELECT words FROM site_words WHERE organisation_id = app_organisation() AND project_id = of_project AND entity = of_entity
     ORDER BY entity_id LIMIT 1000) sample);
END $$;
REVOKE ALL ON FUNCTION is_common FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_common TO plumbline_app;
