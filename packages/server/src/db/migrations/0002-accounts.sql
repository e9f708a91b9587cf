-- User accounts, sessions, second factors, links sent by email, rate limits and the security log.
-- Account tables have no tenant: requests have no access to them, except through the functions defined here and later.

CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  password_hash text,
  language text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC',
  active boolean NOT NULL DEFAULT true,
  -- Second factors that are set up.
  otp boolean NOT NULL DEFAULT false,
  sms boolean NOT NULL DEFAULT false,
  terms_accepted_at timestamptz,
  privacy_accepted_at timestamptz,
  terms_version integer NOT NULL DEFAULT 0,
  privacy_version integer NOT NULL DEFAULT 0,
  -- Incremented to end all sessions and keys of the user at once.
  security_epoch integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  phone text NOT NULL DEFAULT '',
  photo_size text NOT NULL DEFAULT 'LARGE' CHECK (photo_size IN ('SMALL', 'MEDIUM', 'LARGE')),
  origination_code text NOT NULL DEFAULT '',
  picture_key text,
  picture_size integer,
  -- Encrypted with a key of the installation.
  otp_secret bytea,
  otp_pending bytea,
  -- The last 30-second period whose code was used: no code is accepted twice.
  otp_step bigint NOT NULL DEFAULT 0,
  sms_phone text NOT NULL DEFAULT '',
  sms_pending text NOT NULL DEFAULT '',
  -- Consecutive wrong codes. Above a limit, codes are refused until the user confirms by email.
  code_failures integer NOT NULL DEFAULT 0,
  -- When lost second factors are removed, unless the user objects before.
  second_step_ends_at timestamptz
);

-- A session is a family of refresh tokens. The counter identifies the newest; anything older has been used.
CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  -- `support`: created by its user for at most six hours, cannot be renewed and cannot change the account.
  kind text NOT NULL DEFAULT 'password' CHECK (kind IN ('password', 'support', 'sso')),
  security_epoch integer NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  refresh_hash bytea NOT NULL,
  -- The last rotation: a client that lost the reply can repeat it with the same nonce for a short time.
  rotation_nonce_hash bytea,
  rotated_at timestamptz,
  access_hash bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  fingerprint_hash bytea,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text
);
CREATE UNIQUE INDEX session_access_hash_key ON session (access_hash);
CREATE INDEX session_user_idx ON session (user_id) WHERE ended_at IS NULL;
CREATE INDEX session_expires_at_idx ON session (expires_at);

CREATE TABLE device_key (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES app_user (id),
  fingerprint_hash bytea NOT NULL,
  wrapped_key bytea NOT NULL,
  key_hash bytea,
  name text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT '' CHECK (kind IN ('', 'PHONE', 'TABLET', 'DESKTOP')),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz,
  -- Set while the device uses one of the user's device slots.
  registered_at timestamptz,
  PRIMARY KEY (user_id, fingerprint_hash)
);
CREATE UNIQUE INDEX device_key_id_key ON device_key (id);

-- A correct password for an account with a second factor: the browser that sent it may request a code by SMS.
CREATE TABLE signin_attempt (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  secret_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX signin_attempt_user_idx ON signin_attempt (user_id);
CREATE INDEX signin_attempt_expires_at_idx ON signin_attempt (expires_at);

-- Codes sent by SMS, for a sign-in attempt or for setting up the second factor (attempt_id null).
CREATE TABLE sms_code (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  attempt_id uuid REFERENCES signin_attempt (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sms_code_user_idx ON sms_code (user_id, attempt_id);

CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES app_user (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Links sent by email: single purpose, single use, limited lifetime. Only a hash of the token is stored.
CREATE TABLE account_link (
  id uuid PRIMARY KEY,
  purpose text NOT NULL
    CHECK (purpose IN ('register', 'invited', 'passwordReset', 'emailChange', 'codes', 'keep', 'ticket')),
  user_id uuid REFERENCES app_user (id),
  email text NOT NULL,
  token_hash bytea NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE UNIQUE INDEX account_link_token_hash_key ON account_link (token_hash);
CREATE INDEX account_link_user_idx ON account_link (user_id, purpose);
CREATE INDEX account_link_expires_at_idx ON account_link (expires_at);

-- Counts of failures and calls in time windows, shared by all processes.
CREATE TABLE rate_limit (
  bucket text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_window_ends_at_idx ON rate_limit (window_ends_at);

-- Account and session events, for the operator and the users concerned.
CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  organisation_id uuid,
  session_id uuid,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX security_event_user_idx ON security_event (user_id, at);

-- The first reply to a repeatable request.
CREATE TABLE idempotency (
  organisation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer NOT NULL,
  body jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, user_id, key)
);
SELECT enable_tenant_isolation('idempotency');
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO plumbline_app;

-- Time zones of active users, for scheduling emails.
CREATE FUNCTION time_zones_of(users uuid[]) RETURNS TABLE (id uuid, time_zone text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT u.id, u.time_zone FROM app_user u WHERE u.id = ANY (users) AND u.active $$;
REVOKE ALL ON FUNCTION time_zones_of(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION time_zones_of(uuid[]) TO plumbline_app;
