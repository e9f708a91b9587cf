-- Passkeys: a second step that also signs in without a password.
ALTER TABLE app_user ADD COLUMN passkey boolean NOT NULL DEFAULT false;

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- Chosen by the device; what it names itself with when it signs in.
  credential_id bytea NOT NULL UNIQUE,
  -- In the form of COSE.
  public_key bytea NOT NULL,
  -- Signatures so far; always 0 for passkeys that are synchronised between devices.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  synced boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_user_idx ON passkey (user_id);

-- Random bytes to be signed, once.
CREATE TABLE passkey_challenge (
  challenge bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('add', 'sign in')),
  -- Null while it is unknown who signs in.
  user_id uuid REFERENCES app_user (id),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_user_idx ON passkey_challenge (user_id);
CREATE INDEX passkey_challenge_expires_at_idx ON passkey_challenge (expires_at);
