-- Organisations, the people in them, their sessions. Requests run as plumbline_app, which row-level security holds to one
-- organisation; the owner works across organisations only where it says so by app.system.

DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'plumbline_app') THEN
    CREATE ROLE plumbline_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
END $$;
DO $$ BEGIN EXECUTE format('GRANT plumbline_app TO %I', current_user); END $$;
GRANT USAGE ON SCHEMA public TO plumbline_app;

CREATE FUNCTION app_organisation() RETURNS uuid LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('app.organisation', true), '')::uuid $$;
CREATE FUNCTION app_system() RETURNS boolean LANGUAGE sql STABLE
  AS $$ SELECT coalesce(current_setting('app.system', true), '') = 'on' $$;

-- Puts a table under its organisation: forced row-level security for the application, and the way for system work.
CREATE FUNCTION hold_to_organisation(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO plumbline_app USING (organisation_id = app_organisation()) WITH CHECK (organisation_id = app_organisation())', target);
  EXECUTE format('CREATE POLICY system ON %s TO %I USING (app_system()) WITH CHECK (app_system())', target, current_user);
END $$;

CREATE TABLE organisation (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  password_hash text,
  language text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC',
  active boolean NOT NULL DEFAULT true,
  -- Second steps of signing in that are set up.
  otp boolean NOT NULL DEFAULT false,
  sms boolean NOT NULL DEFAULT false,
  terms_accepted_at timestamptz,
  privacy_accepted_at timestamptz,
  -- Goes up whenever every session and key of the user must end at once.
  security_epoch integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

CREATE TABLE organisation_member (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  user_id uuid NOT NULL REFERENCES app_user (id),
  owner boolean NOT NULL DEFAULT false,
  admin boolean NOT NULL DEFAULT false,
  -- Administrators and owners may create projects anyway.
  create_projects boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, user_id)
);
CREATE INDEX organisation_member_user ON organisation_member (user_id);

-- A session is a family of refresh tokens: the counter names the newest, anything older has been used.
CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  security_epoch integer NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  refresh_hash bytea NOT NULL,
  -- The last rotation, kept for a moment: a lost answer can be had again by the same nonce.
  rotation_nonce_hash bytea,
  rotated_at timestamptz,
  access_hash bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text
);
CREATE UNIQUE INDEX session_access ON session (access_hash);
CREATE INDEX session_account ON session (user_id) WHERE ended_at IS NULL;
CREATE INDEX session_expiry ON session (expires_at);

CREATE TABLE device_key (
  user_id uuid NOT NULL REFERENCES app_user (id),
  fingerprint_hash bytea NOT NULL,
  wrapped_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, fingerprint_hash)
);

-- Counts of failures and calls in windows, shared by all processes.
CREATE TABLE rate_limit (
  bucket text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_end ON rate_limit (window_ends_at);

-- The first answer to a repeatable write.
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
SELECT hold_to_organisation('idempotency');
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO plumbline_app;

-- Things that happened to accounts and sessions, for the operator and the people concerned.
CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  organisation_id uuid,
  session_id uuid,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX security_event_user ON security_event (user_id, at);
