-- Plans printed with their pins: asked for by one person, made by a worker, kept for a day.

CREATE TABLE plan_print (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- What is drawn onto it, in which language.
  wish jsonb NOT NULL,
  state text NOT NULL,
  percent integer NOT NULL DEFAULT 0,
  problem text,
  file_name text NOT NULL DEFAULT '',
  file_size bigint,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, plan_id) REFERENCES plan (organisation_id, id)
);
CREATE INDEX plan_print_expiry ON plan_print (organisation_id, expires_at);
SELECT hold_to_organisation('plan_print');
GRANT SELECT, INSERT, UPDATE, DELETE ON plan_print TO plumbline_app;
