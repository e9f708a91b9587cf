-- What figures count is read from the index alone; what one person did is found without reading what all others did.
CREATE INDEX pin_figures ON pin (organisation_id, project_id, status, category_id, created_at) INCLUDE (changed_at, created_by, id);
CREATE INDEX task_figures ON task (organisation_id, project_id, status, craft, due_date)
  INCLUDE (created_at, changed_at, done_at, created_by, assignee_type, assignee_id);
CREATE INDEX change_actor ON change (organisation_id, project_id, actor_id, position);
