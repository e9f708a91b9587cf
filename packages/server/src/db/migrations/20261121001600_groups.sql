-- Groups of pins: named one by one, or found by a filter.

CREATE TABLE "group" (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  kind text NOT NULL,
  -- In the order of the group; pins are never deleted, so each of them is there.
  pin_ids jsonb NOT NULL,
  filter jsonb,
  active boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX group_position ON "group" (organisation_id, project_id, position);
CREATE INDEX group_title ON "group" (organisation_id, project_id, active, title COLLATE natural_order, id);
SELECT hold_to_organisation('"group"');
GRANT SELECT, INSERT, UPDATE ON "group" TO plumbline_app;
