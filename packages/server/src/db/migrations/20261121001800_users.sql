-- The people of an organisation as it manages them: how each stands, licences, companies, contacts who are no users, and what
-- the organisation asks of everybody.

ALTER TABLE organisation
  -- Null: the plan does not end.
  ADD COLUMN licence_ends_at timestamptz,
  -- Licences that can be given to people; null is no limit.
  ADD COLUMN full_licences integer CHECK (full_licences >= 0),
  ADD COLUMN mobile_licences integer CHECK (mobile_licences >= 0),
  ADD COLUMN billing text NOT NULL DEFAULT 'yearly' CHECK (billing IN ('monthly', 'yearly')),
  -- Null: as the program has it.
  ADD COLUMN password_min_length integer CHECK (password_min_length BETWEEN 8 AND 64),
  ADD COLUMN session_days integer CHECK (session_days BETWEEN 1 AND 365),
  ADD COLUMN session_idle_days integer CHECK (session_idle_days BETWEEN 1 AND 365);

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
-- Names are compared without regard to case and outer blanks.
CREATE UNIQUE INDEX company_name ON company (organisation_id, lower(name));

-- Somebody who is no user: has a company, can be named in a project and be given tasks there.
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
CREATE INDEX company_contact_company ON company_contact (organisation_id, company_id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['company', 'company_contact'] LOOP
    PERFORM hold_to_organisation(name::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO plumbline_app', name);
  END LOOP;
END $$;

ALTER TABLE organisation_member
  -- Where somebody stands by what was done to the membership; licences and locked accounts come on top.
  ADD COLUMN state text NOT NULL DEFAULT 'active'
    CHECK (state IN ('pending', 'invited', 'active', 'deactivated', 'removed')),
  -- May manage users and their licences without being an administrator.
  ADD COLUMN manage_users boolean NOT NULL DEFAULT false,
  ADD COLUMN licence text DEFAULT 'full' CHECK (licence IN ('full', 'mobile')),
  ADD COLUMN licence_ends_at timestamptz,
  ADD COLUMN invited_at timestamptz,
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN company_id uuid,
  ADD COLUMN phone text NOT NULL DEFAULT '',
  ADD COLUMN fax text NOT NULL DEFAULT '',
  ADD COLUMN job_title text NOT NULL DEFAULT '',
  ADD COLUMN department text NOT NULL DEFAULT '',
  ADD COLUMN internal_id text NOT NULL DEFAULT '',
  ADD FOREIGN KEY (organisation_id, company_id) REFERENCES company (organisation_id, id);
UPDATE organisation_member SET state = 'deactivated' WHERE NOT active;
UPDATE organisation_member m SET state = 'invited', invited_at = m.created_at
  FROM app_user u WHERE u.id = m.user_id AND u.password_hash IS NULL AND m.active;
CREATE INDEX organisation_member_company ON organisation_member (organisation_id, company_id);

-- The application sees the people of its own organisation only, and of them what their colleagues may know.
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
