-- Saved reports, created again on request or on a schedule. Reports can be deleted.

GRANT DELETE ON report TO plumbline_app;

CREATE TABLE report_definition (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  title text NOT NULL,
  -- Pins, tasks, filter or group.
  source jsonb NOT NULL,
  template_id text NOT NULL,
  format text NOT NULL CHECK (format IN ('docx', 'xlsx', 'pdf')),
  language text NOT NULL,
  recipients text[] NOT NULL DEFAULT '{}',
  schedule jsonb,
  -- Null without a schedule, and while it is paused.
  next_run_at timestamptz,
  last_run_at timestamptz,
  problem text CHECK (problem IN ('owner_left', 'no_right', 'template_missing', 'template_invalid', 'converter_absent',
    'group_missing', 'no_pins', 'internal')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX report_definition_project_idx ON report_definition (organisation_id, project_id);
CREATE INDEX report_definition_due_idx ON report_definition (next_run_at) WHERE next_run_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON report_definition TO plumbline_app;
SELECT enable_tenant_isolation('report_definition');
