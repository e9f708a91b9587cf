-- Pages of several imports that are published together, and what pages are matched with plans by.

CREATE TABLE plan_set (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- Folder of the new plans.
  parent_id uuid,
  -- Revision number of all sheets; if empty, each sheet continues its own sequence.
  version text NOT NULL,
  state text NOT NULL CHECK (state IN ('preparing', 'failed', 'published', 'undone', 'canceled')),
  problem text CHECK (problem IN ('pages', 'forbidden')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  published_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id, parent_id) REFERENCES plan (organisation_id, project_id, id)
);
CREATE INDEX plan_set_created_idx ON plan_set (organisation_id, project_id, created_at DESC);
GRANT SELECT, INSERT, UPDATE ON plan_set TO plumbline_app;
SELECT enable_tenant_isolation('plan_set');

ALTER TABLE plan_import_page
  ADD COLUMN set_id uuid,
  -- Whether it becomes a revision of an existing plan; only for pages of a set.
  ADD COLUMN revises boolean NOT NULL DEFAULT false,
  -- What its set publishes: sheet size, pyramid and blob ids, and how it is aligned with its plan.
  ADD COLUMN prepared jsonb,
  -- The revision it replaced; current again if its set is undone.
  ADD COLUMN previous_revision_id uuid,
  -- Hash of the drawn page: equal for equal drawings.
  ADD COLUMN fingerprint text,
  -- The page in 32 rows of 32 pixels of ink.
  ADD COLUMN picture bytea,
  ADD FOREIGN KEY (organisation_id, set_id) REFERENCES plan_set (organisation_id, id),
  DROP CONSTRAINT plan_import_page_state_check,
  ADD CONSTRAINT plan_import_page_state_check
    CHECK (state IN ('waiting', 'running', 'prepared', 'aligning', 'finished', 'failed', 'canceled'));
CREATE INDEX plan_import_page_set_idx ON plan_import_page (organisation_id, set_id) WHERE set_id IS NOT NULL;
