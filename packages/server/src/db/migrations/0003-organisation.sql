-- Companies, contacts and the membership of users in organisations.

CREATE TABLE company (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  name text NOT NULL,
  craft text NOT NULL,
  street text NOT NULL,
  zip text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  notes text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_by uuid,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX company_name_key ON company (organisation_id, lower(name));

-- A person without a user account who belongs to a company and can be assigned tasks in projects.
CREATE TABLE company_contact (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  fax text NOT NULL,
  job_title text NOT NULL,
  department text NOT NULL,
  internal_id text NOT NULL,
  craft text NOT NULL,
  notes text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_by uuid,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, company_id) REFERENCES company (organisation_id, id)
);
CREATE INDEX company_contact_company_idx ON company_contact (organisation_id, company_id);

SELECT enable_tenant_isolation(name::regclass) FROM unnest(ARRAY['company', 'company_contact']) name;
GRANT SELECT, INSERT, UPDATE, DELETE ON company, company_contact TO plumbline_app;

CREATE TABLE organisation_member (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  user_id uuid NOT NULL REFERENCES app_user (id),
  owner boolean NOT NULL DEFAULT false,
  admin boolean NOT NULL DEFAULT false,
  -- Administrators and owners may create projects without it.
  create_projects boolean NOT NULL DEFAULT false,
  -- May manage users and their licences without being an administrator.
  manage_users boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  -- State of the membership itself; licences and locked accounts come on top.
  state text NOT NULL DEFAULT 'active'
    CHECK (state IN ('pending', 'invited', 'active', 'deactivated', 'removed')),
  licence text DEFAULT 'full' CHECK (licence IN ('full', 'mobile')),
  licence_ends_at timestamptz,
  invited_at timestamptz,
  changed_at timestamptz,
  company_id uuid,
  phone text NOT NULL DEFAULT '',
  fax text NOT NULL DEFAULT '',
  job_title text NOT NULL DEFAULT '',
  department text NOT NULL DEFAULT '',
  internal_id text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, user_id),
  FOREIGN KEY (organisation_id, company_id) REFERENCES company (organisation_id, id)
);
CREATE INDEX organisation_member_user_idx ON organisation_member (user_id);
CREATE INDEX organisation_member_company_idx ON organisation_member (organisation_id, company_id);

-- The people of the caller's own organisation, with what their colleagues may know.
CREATE FUNCTION organisation_people() RETURNS TABLE (
  user_id uuid, email text, first_name text, last_name text, phone text, language text, account_active boolean,
  has_password boolean, owner boolean, admin boolean, manage_users boolean, create_projects boolean, active boolean,
  state text, licence text, licence_ends_at timestamptz, invited_at timestamptz, company_id uuid, fax text,
  job_title text, department text, internal_id text, created_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT m.user_id, u.email, u.first_name, u.last_name, coalesce(nullif(m.phone, ''), u.phone), u.language, u.active,
      u.password_hash IS NOT NULL, m.owner, m.admin, m.manage_users, m.create_projects, m.active,
      m.state, m.licence, least(m.licence_ends_at, o.licence_ends_at), m.invited_at, m.company_id, m.fax,
      m.job_title, m.department, m.internal_id, m.created_at
    FROM organisation_member m JOIN app_user u ON u.id = m.user_id JOIN organisation o ON o.id = m.organisation_id
    WHERE m.organisation_id = app_organisation() $$;
REVOKE ALL ON FUNCTION organisation_people() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organisation_people() TO plumbline_app;
