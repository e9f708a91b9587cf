-- The end of a project's history at the end of a day, signed: what was recorded until then cannot be altered unnoticed,
-- not even together with the chain.
CREATE TABLE history_head (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  day date NOT NULL,
  -- The link of the last change up to this position.
  position bigint NOT NULL CHECK (position > 0),
  chain bytea NOT NULL CHECK (octet_length(chain) = 32),
  -- Later than the day if personal data was erased since: the history has been written and signed again.
  signed_at timestamptz NOT NULL,
  -- Ed25519.
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  PRIMARY KEY (organisation_id, project_id, day),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);
GRANT SELECT ON history_head TO plumbline_app;
SELECT enable_tenant_isolation('history_head'::regclass);
