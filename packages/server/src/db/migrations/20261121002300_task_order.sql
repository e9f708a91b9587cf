-- Tasks by due day as screens order them: what is finished stands after all that waits, equal days by number, the newest first.
CREATE INDEX task_due_order ON task (organisation_id, project_id, ((status IN ('closed', 'inactive'))), due_date, number DESC);
