-- Videos that a transcoder has converted, or found to need no conversion. The others are converted once there is one.

CREATE TABLE checked_video (
  organisation_id uuid NOT NULL,
  blob_id uuid NOT NULL,
  PRIMARY KEY (organisation_id, blob_id),
  FOREIGN KEY (organisation_id, blob_id) REFERENCES blob (organisation_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, DELETE ON checked_video TO plumbline_app;
SELECT enable_tenant_isolation('checked_video');

CREATE INDEX blob_video_idx ON blob (organisation_id, id) WHERE mime LIKE 'video/%';
