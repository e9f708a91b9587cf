-- Regions of number, title, revision and date that the office marked on a sheet of a project.
CREATE TABLE title_block (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- Of the upright sheet on which they were marked.
  width_pt double precision NOT NULL,
  height_pt double precision NOT NULL,
  regions jsonb NOT NULL,
  -- Words around the regions, by which sheets with the same title block are recognised.
  labels jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX title_block_project_idx ON title_block (organisation_id, project_id, updated_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON title_block TO plumbline_app;
SELECT enable_tenant_isolation('title_block');

-- What was read in the regions of a title block, with its id; replaces the proposed title and number.
ALTER TABLE plan_import_page ADD COLUMN title_block jsonb;
