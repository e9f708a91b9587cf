-- Whose tasks stand on which pins is read from the index alone: whoever sees only what is given to him asks for it with every list.
DROP INDEX task_assignee;
CREATE INDEX task_assignee ON task (organisation_id, project_id, assignee_id) INCLUDE (pin_id, status, created_by, assignee_type);
