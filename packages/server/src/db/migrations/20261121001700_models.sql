-- Building models: their versions, where pins sit in them, and what an import has made of a model's file.

CREATE TABLE model (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  -- The folder the model stands for.
  plan_id uuid NOT NULL,
  version text NOT NULL,
  origin jsonb NOT NULL,
  storeys jsonb NOT NULL,
  elements integer NOT NULL,
  triangles integer NOT NULL,
  pack_blob_id uuid NOT NULL,
  original_blob_id uuid NOT NULL,
  original_name text NOT NULL,
  file_size bigint NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, plan_id) REFERENCES plan (organisation_id, id)
);
CREATE INDEX model_position ON model (organisation_id, project_id, position);
CREATE INDEX model_plan ON model (organisation_id, plan_id);
SELECT hold_to_organisation('model');
GRANT SELECT, INSERT, UPDATE ON model TO plumbline_app;

ALTER TABLE pin ADD COLUMN spot jsonb;

-- What a worker has read from a model's file: its pack, the drawings of its storeys as one PDF, and the storeys themselves.
ALTER TABLE plan_import ADD COLUMN model jsonb;
