-- Enqueueing jobs. Requests use these functions only: they have no access to the queue's own tables.

CREATE FUNCTION enqueue_job(task text, payload json, queue_name text, run_at timestamptz, max_attempts integer,
    job_key text, priority integer) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
  AS $$
    SELECT graphile_worker.add_job(task, payload, queue_name, run_at, max_attempts, job_key, priority);
  $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO plumbline_app;

-- Heavy jobs are scheduled fairly: each gets a priority after the others of its owner, so that no owner waits for all jobs
-- that another one enqueued before. Priorities are 100 and more, so that light jobs run first.

-- The last priority of each owner, while any heavy job is waiting.
CREATE TABLE job_fair_share (owner text PRIMARY KEY, priority integer NOT NULL);

CREATE FUNCTION enqueue_fair(of_owner text, task text, payload json, max_attempts integer, job_key text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
  AS $$
DECLARE
  served integer;
  given integer;
BEGIN
  SELECT j.priority INTO served FROM graphile_worker._private_jobs j
    WHERE j.is_available AND j.priority >= 100 ORDER BY j.priority, j.run_at LIMIT 1;
  IF served IS NULL THEN
    -- Nothing is waiting: start over.
    DELETE FROM public.job_fair_share t WHERE t.owner IN (SELECT s.owner FROM public.job_fair_share s FOR UPDATE SKIP LOCKED);
    served := 100;
  END IF;
  INSERT INTO public.job_fair_share AS t (owner, priority) VALUES (of_owner, served)
    ON CONFLICT (owner) DO UPDATE SET priority = least(greatest(t.priority + 1, excluded.priority), 32767)
    RETURNING t.priority INTO given;
  PERFORM graphile_worker.add_job(task, payload, NULL, NULL, max_attempts, job_key, given);
END
  $$;
REVOKE ALL ON FUNCTION enqueue_fair FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_fair TO plumbline_app;
