-- Files on their way in, chunk by chunk; and what has arrived whole.

CREATE TABLE blob (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  sha256 bytea NOT NULL,
  size bigint NOT NULL,
  mime text NOT NULL,
  name text NOT NULL,
  -- Where the bytes are in the file store: named by content, so that equal files of an organisation are kept once.
  key text NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX blob_key ON blob (organisation_id, key);
SELECT hold_to_organisation('blob');
GRANT SELECT, INSERT, DELETE ON blob TO plumbline_app;

CREATE TABLE upload (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  -- Made by the client; the blob it becomes has the same id.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  name text NOT NULL,
  mime text NOT NULL,
  size bigint NOT NULL,
  -- What the client says the whole file hashes to, where it knows.
  sha256 bytea,
  received bigint NOT NULL DEFAULT 0,
  -- Held while a chunk streams in; a lease, so that a killed process frees it.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
SELECT hold_to_organisation('upload');
GRANT SELECT, INSERT, UPDATE, DELETE ON upload TO plumbline_app;

CREATE TABLE upload_part (
  organisation_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  start bigint NOT NULL,
  size bigint NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (organisation_id, upload_id, start),
  FOREIGN KEY (organisation_id, upload_id) REFERENCES upload (organisation_id, id) ON DELETE CASCADE
);
SELECT hold_to_organisation('upload_part');
GRANT SELECT, INSERT, DELETE ON upload_part TO plumbline_app;
