-- What an organisation gives new projects to start with. The content is a document, checked when it is read: nothing
-- refers to its parts, and no list, device or quota sees them.
CREATE TABLE project_template (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  title text NOT NULL,
  content jsonb NOT NULL,
  created_by uuid NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
SELECT enable_tenant_isolation('project_template');
GRANT SELECT, INSERT, UPDATE, DELETE ON project_template TO plumbline_app;

-- The files that the content names: logos and report templates. Files that nothing references are removed.
CREATE TABLE project_template_file (
  organisation_id uuid NOT NULL,
  template_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  PRIMARY KEY (organisation_id, template_id, blob_id),
  FOREIGN KEY (organisation_id, template_id) REFERENCES project_template (organisation_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX project_template_file_blob_idx ON project_template_file (organisation_id, blob_id);
SELECT enable_tenant_isolation('project_template_file');
GRANT SELECT, INSERT, DELETE ON project_template_file TO plumbline_app;
