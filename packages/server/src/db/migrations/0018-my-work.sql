-- My work reads the unfinished tasks of a person across projects by due date, and tasks awaiting verification, from these
-- indexes. The expression is not written with coalesce: under row-level security, conditions with it cannot use an index.
CREATE INDEX task_work_idx ON task
  (organisation_id, assignee_id, (CASE WHEN due_date IS NULL THEN 'infinity' ELSE due_date END), id)
  WHERE status IN ('open', 'rejected');
CREATE INDEX task_verify_idx ON task (organisation_id, project_id, done_at, id) WHERE status = 'done';
CREATE INDEX task_verify_own_idx ON task (organisation_id, created_by, done_at, id) WHERE status = 'done';
