-- Heavy jobs take turns: each gets a place behind the others of its owner, and none waits for all that another owner put in before it.
-- A place is a priority of 100 and more, so that light jobs go first.

-- The last place each owner got while there is anything to wait for.
CREATE TABLE job_turn (owner text PRIMARY KEY, last integer NOT NULL);

CREATE FUNCTION enqueue_in_turn(turn text, task text, payload json, max_attempts integer, job_key text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
  AS $$
DECLARE
  served integer;
  place integer;
BEGIN
  SELECT j.priority INTO served FROM graphile_worker._private_jobs j
    WHERE j.is_available AND j.priority >= 100 ORDER BY j.priority, j.run_at LIMIT 1;
  IF served IS NULL THEN
    -- Nobody waits: places are counted anew.
    DELETE FROM public.job_turn t WHERE t.owner IN (SELECT s.owner FROM public.job_turn s FOR UPDATE SKIP LOCKED);
    served := 100;
  END IF;
  INSERT INTO public.job_turn AS t (owner, last) VALUES (turn, served)
    ON CONFLICT (owner) DO UPDATE SET last = least(greatest(t.last + 1, excluded.last), 32767)
    RETURNING t.last INTO place;
  PERFORM graphile_worker.add_job(task, payload, NULL, NULL, max_attempts, job_key, place);
END
  $$;
REVOKE ALL ON FUNCTION enqueue_in_turn FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_in_turn TO plumbline_app;
