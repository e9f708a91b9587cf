-- What a reader of a part needs to find it: tasks by their maker; how many pins are open on each plan; and the orders that
-- no index served yet.

CREATE INDEX task_creator ON task (organisation_id, project_id, created_by, number);
CREATE INDEX pin_open ON pin (organisation_id, plan_id) WHERE status = 'open';
CREATE INDEX pin_title_down ON pin (organisation_id, project_id, (nullif(title, '')) COLLATE natural_order DESC NULLS LAST, number DESC);
-- Open, closed, inactive: the order of the states in the program, in both directions with the newest first.
CREATE INDEX pin_state ON pin (organisation_id, project_id, (array_position(ARRAY['open', 'closed', 'inactive'], status)), number DESC);
CREATE INDEX pin_state_down ON pin (organisation_id, project_id, (array_position(ARRAY['open', 'closed', 'inactive'], status)) DESC, number DESC);
