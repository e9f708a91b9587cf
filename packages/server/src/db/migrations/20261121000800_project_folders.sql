-- Folders that order an organisation's projects, stars, when projects were last touched, what a licence allows, and what the
-- settings of a project say beyond its title and dates.

CREATE TABLE project_folder (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  parent_id uuid CHECK (parent_id <> id),
  name text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, parent_id) REFERENCES project_folder (organisation_id, id)
);
CREATE INDEX project_folder_parent ON project_folder (organisation_id, parent_id);

-- Where a project lies. Without a row it lies at the top; it is no part of the project's own content, which devices keep.
CREATE TABLE project_place (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  folder_id uuid NOT NULL,
  moved_by uuid NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, project_id),
  -- The rows of a new project land at the end of its transaction.
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (organisation_id, folder_id) REFERENCES project_folder (organisation_id, id)
);
CREATE INDEX project_place_folder ON project_place (organisation_id, folder_id);

CREATE TABLE project_favourite (
  organisation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  project_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, user_id, project_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['project_folder', 'project_place', 'project_favourite'] LOOP
    PERFORM hold_to_organisation(name::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO plumbline_app', name);
  END LOOP;
END $$;

-- When anything in a project, and when its own details, changed last: lists are ordered by them.
ALTER TABLE project_log ADD COLUMN active_at timestamptz, ADD COLUMN modified_at timestamptz;
-- System work sees all organisations; the owner alone would see none.
SET LOCAL app.system = 'on';
UPDATE project_log l SET
  active_at = (SELECT max(c.at) FROM change c WHERE c.organisation_id = l.organisation_id AND c.project_id = l.project_id),
  modified_at = (SELECT max(c.at) FROM change c WHERE c.organisation_id = l.organisation_id AND c.project_id = l.project_id
    AND c.entity_id = l.project_id);

-- The licence of the organisation, and what it allows where that differs from the licence's own measure. A null is no limit.
ALTER TABLE organisation
  ADD COLUMN licence text NOT NULL DEFAULT 'multi' CHECK (licence IN ('test', 'pocket', 'combo', 'multi')),
  ADD COLUMN project_quota integer CHECK (project_quota >= 0),
  ADD COLUMN plan_quota integer CHECK (plan_quota >= 0);

-- The application sees its own organisation's only.
CREATE FUNCTION organisation_licence() RETURNS TABLE (licence text, project_quota integer, plan_quota integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT o.licence, o.project_quota, o.plan_quota FROM organisation o WHERE o.id = app_organisation() $$;
REVOKE ALL ON FUNCTION organisation_licence() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organisation_licence() TO plumbline_app;

ALTER TABLE project
  ADD COLUMN owner_id uuid,
  ADD COLUMN assistant_id uuid,
  ADD COLUMN latitude double precision,
  ADD COLUMN longitude double precision,
  ADD COLUMN picture_blob_id uuid,
  ADD COLUMN header_logo_blob_id uuid,
  ADD COLUMN footer_logo_blob_id uuid;

CREATE FUNCTION note_project_blobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_use (organisation_id, blob_id, project_id, entity, entity_id)
    SELECT NEW.organisation_id, blob, NEW.id, 'project', NEW.id
    FROM unnest(ARRAY[NEW.picture_blob_id, NEW.header_logo_blob_id, NEW.footer_logo_blob_id]) blob WHERE blob IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER project_blobs AFTER INSERT OR UPDATE OF picture_blob_id, header_logo_blob_id, footer_logo_blob_id ON project
  FOR EACH ROW EXECUTE FUNCTION note_project_blobs();
