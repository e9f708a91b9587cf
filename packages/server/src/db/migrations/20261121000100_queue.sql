-- Jobs are put in by whoever runs as plumbline_app, but only this way: the queue's own tables stay closed to it.

CREATE FUNCTION enqueue_job(task text, payload json, queue_name text, run_at timestamptz, max_attempts integer,
    job_key text, priority integer) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS $$
    SELECT graphile_worker.add_job(task, payload, queue_name, run_at, max_attempts, job_key, priority);
  $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO plumbline_app;
