-- Accounts complete: second steps of signing in, links sent by mail, registered devices, pictures, what an organisation asks for.

ALTER TABLE organisation
  ADD COLUMN country_code text NOT NULL DEFAULT '',
  -- Everybody needs a second step before anything else.
  ADD COLUMN force_mfa boolean NOT NULL DEFAULT false,
  ADD COLUMN require_sms boolean NOT NULL DEFAULT false;

ALTER TABLE app_user
  ADD COLUMN phone text NOT NULL DEFAULT '',
  ADD COLUMN photo_size text NOT NULL DEFAULT 'LARGE' CHECK (photo_size IN ('SMALL', 'MEDIUM', 'LARGE')),
  ADD COLUMN origination_code text NOT NULL DEFAULT '',
  ADD COLUMN picture_key text,
  ADD COLUMN picture_size integer,
  -- Sealed with a key of the installation; nothing here opens an account to who reads the table.
  ADD COLUMN otp_secret bytea,
  ADD COLUMN otp_pending bytea,
  -- The last period of thirty seconds whose code was used: no code counts twice.
  ADD COLUMN otp_step bigint NOT NULL DEFAULT 0,
  ADD COLUMN sms_phone text NOT NULL DEFAULT '',
  ADD COLUMN sms_pending text NOT NULL DEFAULT '',
  -- Wrong codes in a row; from a number on, codes are refused until the person confirms by mail.
  ADD COLUMN code_failures integer NOT NULL DEFAULT 0,
  -- When the second steps fall away because the person has lost them and nobody objected.
  ADD COLUMN second_step_ends_at timestamptz,
  ADD COLUMN terms_version integer NOT NULL DEFAULT 0,
  ADD COLUMN privacy_version integer NOT NULL DEFAULT 0;
UPDATE app_user SET terms_version = 1 WHERE terms_accepted_at IS NOT NULL;
UPDATE app_user SET privacy_version = 1 WHERE privacy_accepted_at IS NOT NULL;

ALTER TABLE session
  -- `support`: made by its owner for six hours at most, without a way to renew it or to change the account.
  ADD COLUMN kind text NOT NULL DEFAULT 'password' CHECK (kind IN ('password', 'support', 'sso')),
  ADD COLUMN fingerprint_hash bytea;

ALTER TABLE device_key
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN key_hash bytea,
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN kind text NOT NULL DEFAULT '',
  ADD COLUMN last_seen_at timestamptz,
  -- Set where the device takes one of the places of its user.
  ADD COLUMN registered_at timestamptz;
CREATE UNIQUE INDEX device_key_id ON device_key (id);

-- A right password for an account with a second step: the browser that showed it may ask for a code by SMS.
CREATE TABLE signin_attempt (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  secret_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX signin_attempt_user ON signin_attempt (user_id);
CREATE INDEX signin_attempt_expiry ON signin_attempt (expires_at);

-- Codes sent by SMS: of an attempt to sign in, or to set up the step (attempt_id null).
CREATE TABLE sms_code (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  attempt_id uuid REFERENCES signin_attempt (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sms_code_user ON sms_code (user_id, attempt_id);

CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES app_user (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Links sent by mail: each for one purpose, once, for a time. Only a hash of what the link holds is kept.
CREATE TABLE account_link (
  id uuid PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid REFERENCES app_user (id),
  email text NOT NULL,
  token_hash bytea NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE UNIQUE INDEX account_link_token ON account_link (token_hash);
CREATE INDEX account_link_user ON account_link (user_id, purpose);
CREATE INDEX account_link_expiry ON account_link (expires_at);
