-- Single sign-on: identity providers of organisations, the domains that select them, identities and sign-ons in progress.
-- Some keys are unique across organisations, because a sign-on starts before its organisation is known.

CREATE TABLE sso_provider (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('saml', 'oidc')),
  name text NOT NULL,
  active boolean NOT NULL DEFAULT false,
  -- Offered on the sign-in page; otherwise selected by the domain of the email address only.
  listed boolean NOT NULL DEFAULT false,
  -- An unsolicited response starts a new sign-on; it is never accepted itself.
  from_portal boolean NOT NULL DEFAULT false,
  create_users boolean NOT NULL DEFAULT true,
  create_projects boolean NOT NULL DEFAULT false,
  -- People of its domains must use it; owners keep their passwords.
  required boolean NOT NULL DEFAULT false,
  -- The licence of new users: the best available, a certain one while available, or none.
  new_licence text NOT NULL DEFAULT 'best' CHECK (new_licence IN ('best', 'full', 'mobile', 'none')),
  -- Names of attributes or claims; empty for the default ones.
  attribute_email text NOT NULL DEFAULT '',
  attribute_first_name text NOT NULL DEFAULT '',
  attribute_last_name text NOT NULL DEFAULT '',
  -- SAML: the identity provider, from its metadata.
  entity_id text NOT NULL DEFAULT '',
  sign_on_url text NOT NULL DEFAULT '',
  logout_url text NOT NULL DEFAULT '',
  certificates text[] NOT NULL DEFAULT '{}',
  metadata_url text NOT NULL DEFAULT '',
  metadata_read_at timestamptz,
  metadata_problem text NOT NULL DEFAULT '',
  -- Our own signing key, encrypted with a key of the installation.
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
CREATE UNIQUE INDEX sso_provider_id_key ON sso_provider (id);
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_provider TO plumbline_app;

-- A domain selects its provider once the organisation has proven that it owns the domain. Only one organisation can.
CREATE TABLE sso_domain (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  provider_id uuid NOT NULL,
  domain text NOT NULL CHECK (domain = lower(domain)),
  -- The expected content of the domain's DNS record.
  proof text NOT NULL,
  proven_by text CHECK (proven_by IN ('dns', 'operator')),
  proven_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, domain),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sso_domain_proven_key ON sso_domain (domain) WHERE proven_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_domain TO plumbline_app;

-- Which user a subject of a provider is. The email address is used once, to link the two.
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
CREATE INDEX sso_identity_user_idx ON sso_identity (user_id);

-- A sign-on in progress: started in one browser, answered once, completed once in the same browser.
CREATE TABLE sso_request (
  organisation_id uuid NOT NULL,
  id text NOT NULL,
  provider_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('signOn', 'test', 'logout')),
  browser_hash bytea NOT NULL,
  -- Who tests or signs out.
  user_id uuid REFERENCES app_user (id),
  return_to text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- The outcome, and the hash of the ticket that retrieves it.
  ticket_hash bytea,
  outcome jsonb,
  -- Needed for signing out of the provider; encrypted.
  kept bytea,
  finished_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sso_request_id_key ON sso_request (id);
CREATE UNIQUE INDEX sso_request_ticket_hash_key ON sso_request (ticket_hash);
CREATE INDEX sso_request_expires_at_idx ON sso_request (expires_at);

-- Assertions that have been used, until they expire: each is accepted once, by whichever process.
CREATE TABLE sso_used_assertion (
  organisation_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  assertion_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, provider_id, assertion_hash),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX sso_used_assertion_expires_at_idx ON sso_used_assertion (expires_at);

-- Which sessions belong to which sign-on, so that ending one ends the other.
CREATE TABLE sso_session (
  organisation_id uuid NOT NULL,
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  session_index text NOT NULL DEFAULT '',
  -- The name format, or the token that identifies the session to its provider; encrypted.
  kept bytea,
  PRIMARY KEY (organisation_id, session_id),
  FOREIGN KEY (organisation_id, provider_id) REFERENCES sso_provider (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX sso_session_subject_idx ON sso_session (provider_id, subject);

SELECT enable_tenant_isolation(name::regclass)
  FROM unnest(ARRAY['sso_provider', 'sso_domain', 'sso_identity', 'sso_request', 'sso_used_assertion', 'sso_session']) name;
GRANT SELECT ON sso_identity, sso_request, sso_used_assertion, sso_session TO plumbline_app;

-- Whether a person must sign in through the organisation's provider. Owners always keep their password: a provider may fail.
-- Only for system transactions: others see no provider.
CREATE FUNCTION requires_sso(person uuid) RETURNS boolean LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM app_user u
      JOIN sso_domain d ON d.domain = split_part(u.email, '@', 2) AND d.proven_at IS NOT NULL
      JOIN sso_provider p ON p.organisation_id = d.organisation_id AND p.id = d.provider_id AND p.active AND p.required
      JOIN organisation_member m ON m.organisation_id = d.organisation_id AND m.user_id = u.id AND m.active AND NOT m.owner
      WHERE u.id = person)
  $$;
REVOKE ALL ON FUNCTION requires_sso(uuid) FROM PUBLIC;
