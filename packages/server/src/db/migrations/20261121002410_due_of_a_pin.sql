-- The earliest day of a pin's tasks is looked for among the tasks of this pin only. The index of dated tasks fits its condition too, and on a
-- table that is being filled, of which nothing is known yet, PostgreSQL went through the whole of it for every task.

CREATE OR REPLACE FUNCTION pin_due_of(of_organisation uuid, of_pin uuid) RETURNS SETOF pin_due LANGUAGE sql STABLE AS $$
  SELECT p.organisation_id, p.project_id, p.id, min(t.due_date), p.number
  FROM pin p CROSS JOIN LATERAL (
    SELECT status, due_date FROM task WHERE organisation_id = of_organisation AND pin_id = of_pin OFFSET 0
  ) t
  WHERE p.organisation_id = of_organisation AND p.id = of_pin AND t.status IN ('open', 'rejected', 'done') AND t.due_date IS NOT NULL
  GROUP BY p.organisation_id, p.id
$$;
