-- Files of one owner take turns, and a job that someone is waiting for can be moved to the front.

-- Reorders the waiting jobs of a task and an organisation among their own priorities: the first page of each import, then
-- the second of each, imports with few pages first. The share of the organisation stays the same.
CREATE FUNCTION interleave_imports(of_task text, of_organisation uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS $$
    WITH waiting AS (
      SELECT j.id, j.priority, j.run_at, j.payload ->> 'importId' AS import
      FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE j.is_available AND t.identifier = of_task AND (j.payload ->> 'organisationId')::uuid = of_organisation),
    turns AS (
      SELECT id, priority, row_number() OVER (PARTITION BY import ORDER BY priority, run_at, id) AS turn,
        count(*) OVER (PARTITION BY import) AS pages FROM waiting),
    ranked AS (SELECT id, row_number() OVER (ORDER BY turn, pages, priority, id) AS place FROM turns),
    slots AS (SELECT priority, row_number() OVER (ORDER BY priority) AS place FROM waiting)
    UPDATE graphile_worker._private_jobs j SET priority = s.priority
    FROM ranked r JOIN slots s USING (place) WHERE j.id = r.id AND j.priority <> s.priority;
  $$;
REVOKE ALL ON FUNCTION interleave_imports FROM PUBLIC;
GRANT EXECUTE ON FUNCTION interleave_imports TO plumbline_app;

-- Moves a waiting fair job before the other fair jobs; does nothing if it is running or done.
CREATE FUNCTION hurry_job(of_key text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS $$
    UPDATE graphile_worker._private_jobs SET priority = 99 WHERE key = of_key AND is_available AND priority >= 100;
  $$;
REVOKE ALL ON FUNCTION hurry_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hurry_job TO plumbline_app;
