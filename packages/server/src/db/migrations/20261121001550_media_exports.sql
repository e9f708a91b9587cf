-- Photos asked for as one download, and how much each person and organisation has kept.

CREATE TABLE media_export (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  blob_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX media_export_expiry ON media_export (organisation_id, expires_at);
SELECT hold_to_organisation('media_export');
GRANT SELECT, INSERT, DELETE ON media_export TO plumbline_app;

-- Bytes that people have brought; what the server itself makes belongs to nobody and is not counted.
CREATE TABLE upload_usage (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  user_id uuid NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (organisation_id, user_id)
);
SELECT hold_to_organisation('upload_usage');
GRANT SELECT, INSERT, UPDATE ON upload_usage TO plumbline_app;

INSERT INTO upload_usage (organisation_id, user_id, bytes)
  SELECT organisation_id, created_by, sum(size) FROM blob WHERE created_by IS NOT NULL GROUP BY 1, 2;

CREATE FUNCTION note_upload_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO upload_usage (organisation_id, user_id, bytes) VALUES (NEW.organisation_id, NEW.created_by, NEW.size)
    ON CONFLICT (organisation_id, user_id) DO UPDATE SET bytes = upload_usage.bytes + EXCLUDED.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER upload_usage AFTER INSERT ON blob FOR EACH ROW WHEN (NEW.created_by IS NOT NULL)
  EXECUTE FUNCTION note_upload_usage();
