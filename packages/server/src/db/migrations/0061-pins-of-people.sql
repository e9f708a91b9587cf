-- The people of each pin, with what its lists are sorted by: who created it, and the persons, contacts and teams that tasks on
-- it are assigned to. Members who see only some pins, and filters by person, read their lists in order from these indexes.
CREATE TABLE pin_person (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  pin_id uuid NOT NULL,
  person_id uuid NOT NULL,
  number integer,
  status text NOT NULL CHECK (status IN ('open', 'closed', 'inactive')),
  title text NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, pin_id, person_id),
  FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id)
);
SELECT enable_tenant_isolation('pin_person');
GRANT SELECT, INSERT, UPDATE, DELETE ON pin_person TO plumbline_app;

SELECT set_config('app.system', 'on', true);
INSERT INTO pin_person (organisation_id, project_id, pin_id, person_id, number, status, title, created_at, changed_at)
  SELECT p.organisation_id, p.project_id, p.id, one.person_id, p.number, p.status, p.title, p.created_at, p.changed_at
  FROM (SELECT organisation_id, id AS pin_id, created_by AS person_id FROM pin
    UNION SELECT organisation_id, pin_id, assignee_id FROM task WHERE assignee_id IS NOT NULL) one
  JOIN pin p ON p.organisation_id = one.organisation_id AND p.id = one.pin_id;
SELECT set_config('app.system', '', true);

CREATE INDEX pin_person_number_idx ON pin_person (organisation_id, project_id, person_id, number) INCLUDE (pin_id, status);
CREATE INDEX pin_person_created_idx ON pin_person (organisation_id, project_id, person_id, created_at, number);
CREATE INDEX pin_person_changed_idx ON pin_person (organisation_id, project_id, person_id, changed_at, number);
CREATE INDEX pin_person_title_idx ON pin_person
  (organisation_id, project_id, person_id, title COLLATE natural_order, number);
