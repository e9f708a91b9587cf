-- An index for each order in which tasks are listed: without one, every task of a project is read and sorted for a page.
CREATE INDEX task_title ON task
  (organisation_id, project_id, (coalesce(nullif(title, ''), nullif(description, ''))) COLLATE natural_order, number DESC);
CREATE INDEX task_title_down ON task
  (organisation_id, project_id, (coalesce(nullif(title, ''), nullif(description, ''))) COLLATE natural_order DESC NULLS LAST, number DESC);
CREATE INDEX task_created ON task (organisation_id, project_id, created_at, number);
DROP INDEX task_changed;
CREATE INDEX task_changed ON task (organisation_id, project_id, changed_at, number);
CREATE INDEX task_due_order_down ON task
  (organisation_id, project_id, ((status IN ('closed', 'inactive'))), due_date DESC NULLS LAST, number DESC);
-- State by state, the newest first; what is late is told by its day within.
CREATE INDEX task_state ON task (organisation_id, project_id, status, number DESC) INCLUDE (due_date, created_by);
-- What is of one state by its day, what has none last. Not by coalesce: row-level security lets no condition with it through to an index.
CREATE INDEX task_state_due ON task
  (organisation_id, project_id, status, (CASE WHEN due_date IS NULL THEN 'infinity' ELSE due_date END), number DESC);
