-- Roles, tenant isolation and organisations. Requests run as plumbline_app, which row-level security limits to one
-- organisation. The owner reads across organisations only in transactions that set app.system.

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

-- Forces row-level security on a tenant table: requests see one organisation, system transactions see all.
CREATE FUNCTION enable_tenant_isolation(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO plumbline_app USING (organisation_id = app_organisation()) WITH CHECK (organisation_id = app_organisation())', target);
  EXECUTE format('CREATE POLICY system ON %s TO %I USING (app_system()) WITH CHECK (app_system())', target, current_user);
END $$;

-- Sorts 2 before 10, independent of the server's language.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE organisation (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The subscription, and overrides of its limits. Null means unlimited.
  licence text NOT NULL DEFAULT 'multi' CHECK (licence IN ('test', 'pocket', 'combo', 'multi')),
  project_quota integer CHECK (project_quota >= 0),
  plan_quota integer CHECK (plan_quota >= 0),
  -- Null means the subscription does not expire.
  licence_ends_at timestamptz,
  -- Licences that can be assigned to people. Null means unlimited.
  full_licences integer CHECK (full_licences >= 0),
  mobile_licences integer CHECK (mobile_licences >= 0),
  billing text NOT NULL DEFAULT 'yearly' CHECK (billing IN ('monthly', 'yearly')),
  country_code text NOT NULL DEFAULT '',
  -- Requires two-factor authentication from everyone.
  force_mfa boolean NOT NULL DEFAULT false,
  require_sms boolean NOT NULL DEFAULT false,
  -- Null means the installation's default.
  password_min_length integer CHECK (password_min_length BETWEEN 8 AND 64),
  session_days integer CHECK (session_days BETWEEN 1 AND 365),
  session_idle_days integer CHECK (session_idle_days BETWEEN 1 AND 365)
);

-- The caller's own organisation; requests have no access to the table.
CREATE FUNCTION organisation_licence() RETURNS TABLE (licence text, project_quota integer, plan_quota integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT o.licence, o.project_quota, o.plan_quota FROM organisation o WHERE o.id = app_organisation() $$;
REVOKE ALL ON FUNCTION organisation_licence() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organisation_licence() TO plumbline_app;
