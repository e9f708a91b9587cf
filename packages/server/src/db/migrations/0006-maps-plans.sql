-- Work on plans that is requested by people and done by workers: plans from the map, and prints.

-- Rendering the drawing of a plan from the map. Kept afterwards for its outcome.
CREATE TABLE map_render (
  organisation_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  project_id uuid NOT NULL,
  revision_id uuid NOT NULL,
  area jsonb NOT NULL,
  -- The area in pixels of the map source; null when it is drawn without one.
  frame jsonb,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'finished', 'failed')),
  percent integer NOT NULL DEFAULT 0,
  problem text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, plan_id),
  -- The plan's row is written at the end of the transaction that requests the drawing.
  FOREIGN KEY (organisation_id, project_id, plan_id) REFERENCES plan (organisation_id, project_id, id)
    DEFERRABLE INITIALLY DEFERRED
);
GRANT SELECT, INSERT, UPDATE ON map_render TO plumbline_app;

-- Plans printed with their pins, kept for a day.
CREATE TABLE plan_print (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- What is printed, and in which language.
  options jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'canceled')),
  percent integer NOT NULL DEFAULT 0,
  problem text,
  file_name text NOT NULL DEFAULT '',
  file_size bigint,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id, plan_id) REFERENCES plan (organisation_id, project_id, id)
);
CREATE INDEX plan_print_expires_at_idx ON plan_print (organisation_id, expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON plan_print TO plumbline_app;

SELECT enable_tenant_isolation(name::regclass) FROM unnest(ARRAY['map_render', 'plan_print']) name;
