-- What a pin from a BCF file has besides its own content, so that exporting it again loses nothing.
CREATE TABLE bcf_topic (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  project_id uuid NOT NULL,
  pin_id uuid NOT NULL,
  version text NOT NULL CHECK (version IN ('2.1', '3.0')),
  -- The folder in the file, the markup in the layout of 3.0, and the files with their blobs.
  folder text NOT NULL,
  markup jsonb NOT NULL,
  files jsonb NOT NULL,
  -- The lists of values that the file allows.
  extensions jsonb NOT NULL,
  PRIMARY KEY (organisation_id, pin_id),
  -- The pin is written at the end of the transaction.
  FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id)
    DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX bcf_topic_project_idx ON bcf_topic (organisation_id, project_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON bcf_topic TO plumbline_app;
SELECT enable_tenant_isolation('bcf_topic'::regclass);
