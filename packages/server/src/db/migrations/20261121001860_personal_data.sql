-- All data of a person as a file: asked for, made by a job, kept for days.

CREATE TABLE personal_export (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  -- Whose data, and who asked for them.
  user_id uuid NOT NULL REFERENCES app_user (id),
  asked_by uuid NOT NULL REFERENCES app_user (id),
  state text NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
  -- Where the file is in the file store.
  key text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX personal_export_user ON personal_export (organisation_id, user_id, created_at DESC);
SELECT hold_to_organisation('personal_export');
GRANT SELECT, INSERT, UPDATE, DELETE ON personal_export TO plumbline_app;
