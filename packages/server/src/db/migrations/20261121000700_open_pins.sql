-- Open pins of each plan are counted from the index alone: so the project stands in it.
DROP INDEX pin_open;
CREATE INDEX pin_open ON pin (organisation_id, project_id, plan_id) WHERE status = 'open';
