-- Single sign-on: the identity providers of organisations, the domains that lead to them, whom they know, and attempts under way.

CREATE TABLE sso_provider (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('saml', 'oidc')),
  name text NOT NULL,
  active boolean NOT NULL DEFAULT false,
  -- Shown to everybody who chooses a provider; otherwise only by an e-mail domain.
  listed boolean NOT NULL DEFAULT false,
  -- An answer that nobody asked for begins a sign-on of its own; it is never believed itself.
  from_portal boolean NOT NULL DEFAULT false,
  create_users boolean NOT NULL DEFAULT true,
  create_projects boolean NOT NULL DEFAULT false,
  -- People of its domains sign in by it only; owners keep their passwords.
  required boolean NOT NULL DEFAULT false,
  -- Names of attributes or claims; empty for the usual ones.
  attribute_email text NOT NULL DEFAULT '',
  attribute_first_name text NOT NULL DEFAULT '',
  attribute_last_name text NOT NULL DEFAULT '',
  -- SAML: the other side, as its metadata says.
  entity_id text NOT NULL DEFAULT '',
  sign_on_url text NOT NULL DEFAULT '',
  logout_url text NOT NULL DEFAULT '',
  certificates text[] NOT NULL DEFAULT '{}',
  metadata_url text NOT NULL DEFAULT '',
  metadata_read_at timestamptz,
  metadata_problem text NOT NULL DEFAULT '',
  -- Ours: what we sign requests with. The key is sealed with a key of the installation.
  own_key bytea,
  own_certificate text NOT NULL DEFAULT '',
  -- OpenID Connect.
  issuer text NOT NULL DEFAULT '',
  client_id text NOT NULL DEFAULT '',
  client_secret bytea,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX sso_provider_id ON sso_provider (id);
SELECT hold_to_organisation('sso_provider');
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_provider TO plumbline_app;

-- A domain leads to its provider once it is proven that it belongs to the organisation. Of all who claim it, one can prove it.
CREATE TABLE sso_domain (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  provider_id uuid NOT NULL,
  domain text NOT NULL CHECK (domain = lower(domain)),
  -- What the record of the domain has to say.
  proof text NOT NULL,
  proven_by text CHECK (proven_by IN ('dns', 'operator')),
  proven_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, domain),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sso_domain_proven ON sso_domain (domain) WHERE proven_at IS NOT NULL;
SELECT hold_to_organisation('sso_domain');
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_domain TO plumbline_app;

-- Whom a provider knows by which name. The e-mail address counts once, when the two are brought together.
CREATE TABLE sso_identity (
  organisation_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, provider_id, subject),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX sso_identity_user ON sso_identity (user_id);
SELECT hold_to_organisation('sso_identity');
GRANT SELECT ON sso_identity TO plumbline_app;

-- An attempt to sign on: begun in one browser, answered once, finished once in the same browser.
CREATE TABLE sso_request (
  organisation_id uuid NOT NULL,
  id text NOT NULL,
  provider_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('signOn', 'test', 'logout')),
  browser_hash bytea NOT NULL,
  -- Who tests, or leaves.
  user_id uuid REFERENCES app_user (id),
  return_to text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- What came of it; only a hash of the ticket that opens it is kept.
  ticket_hash bytea,
  outcome jsonb,
  -- Needed to leave the provider again; sealed.
  kept bytea,
  finished_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sso_request_id ON sso_request (id);
CREATE UNIQUE INDEX sso_request_ticket ON sso_request (ticket_hash);
CREATE INDEX sso_request_expiry ON sso_request (expires_at);
SELECT hold_to_organisation('sso_request');
GRANT SELECT ON sso_request TO plumbline_app;

-- Assertions that have been used, until they would have run out anyway: none counts twice, whichever process reads it.
CREATE TABLE sso_used (
  organisation_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  assertion_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, provider_id, assertion_hash),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX sso_used_expiry ON sso_used (expires_at);
SELECT hold_to_organisation('sso_used');
GRANT SELECT ON sso_used TO plumbline_app;

-- Which sessions came from which sign-on, so that leaving one leaves the other.
CREATE TABLE sso_session (
  organisation_id uuid NOT NULL,
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  session_index text NOT NULL DEFAULT '',
  -- Format of the name, or the token that names the session to its provider; sealed.
  kept bytea,
  PRIMARY KEY (organisation_id, session_id),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX sso_session_subject ON sso_session (provider_id, subject);
SELECT hold_to_organisation('sso_session');
GRANT SELECT ON sso_session TO plumbline_app;
