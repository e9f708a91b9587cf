-- The content of projects: rows, the log that orders their changes, and the devices that send changes.
-- A column is a field of the row's schema in core. `position` is the position of the row's last change in its project's log.
-- Foreign keys include the project: a row references rows of its own project only. User ids are not foreign keys: what a
-- person wrote stays with the project, whatever becomes of the account.

-- Identifies the history of this database. A restored backup starts a new epoch: the server compares the identifiers of
-- the database it runs on.
CREATE TABLE history_epoch (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL,
  system_identifier text NOT NULL,
  wal_timeline integer NOT NULL,
  database_oid bigint NOT NULL,
  started_at timestamptz NOT NULL
);
GRANT SELECT ON history_epoch TO plumbline_app;

-- A write locks its project's log first and advances `head` last, so positions follow the order of commits.
CREATE TABLE project_log (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  project_id uuid NOT NULL,
  head bigint NOT NULL DEFAULT 0,
  -- Hash over all changes so far: a change that is altered or removed later no longer matches.
  chain bytea NOT NULL DEFAULT '\x',
  -- When anything in the project, and when its settings, last changed.
  active_at timestamptz,
  modified_at timestamptz,
  PRIMARY KEY (organisation_id, project_id)
);

CREATE TABLE project_counter (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  series text NOT NULL CHECK (series IN ('pin', 'task', 'report')),
  value integer NOT NULL,
  PRIMARY KEY (organisation_id, project_id, series),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);

-- The audit log: one row per changed row, written with the change and never altered.
CREATE TABLE change (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  entity text NOT NULL CHECK (entity IN ('project', 'member', 'contact', 'team', 'category', 'field', 'plan', 'revision',
    'model', 'ground', 'markup', 'pin', 'task', 'post', 'comment', 'group')),
  entity_id uuid NOT NULL,
  action text NOT NULL,
  -- Null for the program itself.
  actor_id uuid,
  device_id uuid,
  mutation bigint,
  at timestamptz NOT NULL,
  -- The changed fields; `before` is null for a new row.
  before jsonb,
  after jsonb NOT NULL,
  chain bytea NOT NULL,
  PRIMARY KEY (organisation_id, project_id, position),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);
CREATE INDEX change_at_idx ON change (organisation_id, project_id, at);
CREATE INDEX change_entity_idx ON change (organisation_id, project_id, entity_id, position);
CREATE INDEX change_actor_idx ON change (organisation_id, project_id, actor_id, position);

CREATE TABLE device (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  last_mutation bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX device_user_idx ON device (organisation_id, user_id);

-- The outcome of each mutation, for a device that lost the reply.
CREATE TABLE mutation (
  organisation_id uuid NOT NULL,
  device_id uuid NOT NULL,
  n bigint NOT NULL,
  project_id uuid,
  name text NOT NULL,
  -- Null if applied, otherwise the error code.
  code text,
  details jsonb,
  -- When it was made, by the device's clock; informational only.
  made_at text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, device_id, n),
  FOREIGN KEY (organisation_id, device_id) REFERENCES device (organisation_id, id)
);

SELECT enable_tenant_isolation(name::regclass)
  FROM unnest(ARRAY['project_log', 'project_counter', 'change', 'device', 'mutation']) name;
GRANT SELECT, INSERT, UPDATE ON project_log, project_counter, device TO plumbline_app;
GRANT SELECT, INSERT ON change, mutation TO plumbline_app;

CREATE TABLE project (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL CHECK (project_id = id),
  position bigint NOT NULL,
  title text NOT NULL,
  company text NOT NULL,
  address text NOT NULL,
  post_code text NOT NULL,
  country text NOT NULL,
  "start" date,
  "end" date,
  notes text NOT NULL,
  timezone text NOT NULL,
  language text NOT NULL,
  manager_name text NOT NULL,
  manager_phone text NOT NULL,
  ratings jsonb NOT NULL,
  owner_id uuid,
  assistant_id uuid,
  latitude double precision,
  longitude double precision,
  picture_blob_id uuid,
  header_logo_blob_id uuid,
  footer_logo_blob_id uuid,
  active boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);

CREATE TABLE member (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  user_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  company_name text NOT NULL,
  craft text NOT NULL,
  role text NOT NULL CHECK (role IN ('administrator', 'contributor', 'internalViewer', 'externalViewer', 'subcontractor',
    'none')),
  state text NOT NULL CHECK (state IN ('pending', 'invited', 'active', 'inactive', 'deactivated', 'removed')),
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, user_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX member_user_idx ON member (organisation_id, user_id, project_id);

-- A contact of the organisation in a project, with what devices need to know.
CREATE TABLE contact (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  contact_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  company_name text NOT NULL,
  craft text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'inactive', 'removed')),
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, contact_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, contact_id) REFERENCES company_contact (organisation_id, id)
);
CREATE INDEX contact_contact_idx ON contact (organisation_id, contact_id, project_id);

CREATE TABLE team (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  purpose text NOT NULL,
  company_name text NOT NULL,
  craft text NOT NULL,
  role text NOT NULL CHECK (role IN ('administrator', 'contributor', 'internalViewer', 'externalViewer', 'subcontractor',
    'none')),
  member_ids jsonb NOT NULL,
  active boolean NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE UNIQUE INDEX team_title_key ON team (organisation_id, project_id, lower(title));

CREATE TABLE category (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  colour text NOT NULL CHECK (colour IN ('DarkBrown', 'Muesli', 'Ochre', 'Yellow', 'Orange', 'Red', 'Pink', 'Purple',
    'Violet', 'Blue', 'DarkBlue', 'Petrol', 'Turquoise', 'Green', 'DarkGreen')),
  active boolean NOT NULL,
  sort integer NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);

-- Pin fields that a project defines.
CREATE TABLE field (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  format jsonb NOT NULL,
  category_ids jsonb NOT NULL,
  sort integer NOT NULL,
  active boolean NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE UNIQUE INDEX field_title_key ON field (organisation_id, project_id, lower(title));

CREATE TABLE plan (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('Plan', 'Folder')),
  plan_type text NOT NULL CHECK (plan_type IN ('Plan', 'BimCloud', 'Map')),
  parent_id uuid,
  name text NOT NULL,
  sheet_number text NOT NULL,
  active boolean NOT NULL,
  updating boolean NOT NULL,
  current_revision_id uuid,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  last_activity timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX plan_parent_idx ON plan (organisation_id, parent_id);

CREATE TABLE revision (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  plan_id uuid NOT NULL,
  version text NOT NULL,
  active boolean NOT NULL,
  page_number integer NOT NULL,
  rotation integer NOT NULL CHECK (rotation IN (0, 90, 180, 270)),
  width_pt double precision NOT NULL,
  height_pt double precision NOT NULL,
  pyramid jsonb NOT NULL,
  alignment jsonb,
  pack_blob_id uuid NOT NULL,
  text_blob_id uuid,
  thumb_blob_id uuid NOT NULL,
  preview_blob_id uuid NOT NULL,
  original_blob_id uuid NOT NULL,
  original_name text NOT NULL,
  file_size bigint NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX revision_plan_idx ON revision (organisation_id, plan_id);

CREATE TABLE pin (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  plan_id uuid,
  x double precision,
  y double precision,
  -- The position in a building model.
  model_position jsonb,
  number integer,
  status text NOT NULL CHECK (status IN ('open', 'closed', 'inactive')),
  title text NOT NULL,
  category_id uuid,
  notes text NOT NULL,
  tags jsonb NOT NULL,
  ratings jsonb NOT NULL,
  t1 text NOT NULL,
  t2 text NOT NULL,
  t3 text NOT NULL,
  fields jsonb NOT NULL,
  links jsonb NOT NULL DEFAULT '[]',
  records jsonb NOT NULL DEFAULT '[]',
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, number),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
-- One index per sort order. Ties are sorted by number in the direction of the list, so an index serves both directions.
CREATE INDEX pin_created_idx ON pin (organisation_id, project_id, created_at, number);
CREATE INDEX pin_changed_idx ON pin (organisation_id, project_id, changed_at, number);
CREATE INDEX pin_title_idx ON pin (organisation_id, project_id, (nullif(title, '')) COLLATE natural_order, number);
CREATE INDEX pin_status_order_idx ON pin
  (organisation_id, project_id, (array_position(ARRAY['open', 'closed', 'inactive'], status)), number);
CREATE INDEX pin_status_idx ON pin (organisation_id, project_id, status, number);
CREATE INDEX pin_category_idx ON pin (organisation_id, project_id, category_id, number);
CREATE INDEX pin_plan_idx ON pin (organisation_id, project_id, plan_id, number);
CREATE INDEX pin_creator_idx ON pin (organisation_id, project_id, created_by, number);
-- Counted per plan from the index alone.
CREATE INDEX pin_open_idx ON pin (organisation_id, project_id, plan_id) WHERE status = 'open';
CREATE INDEX pin_records_idx ON pin (organisation_id, project_id) WHERE records <> '[]';
-- Dashboard figures are counted from the index alone.
CREATE INDEX pin_figures_idx ON pin (organisation_id, project_id, status, category_id, created_at)
  INCLUDE (changed_at, created_by, id);

CREATE TABLE task (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  pin_id uuid NOT NULL,
  -- Copied from the pin: lists of pins are read through their tasks in the order of this number.
  pin_number integer,
  number integer,
  status text NOT NULL CHECK (status IN ('draft', 'open', 'rejected', 'done', 'closed', 'inactive')),
  title text NOT NULL,
  description text NOT NULL,
  due_date date,
  reminder_days integer,
  repeat jsonb,
  depends_on jsonb NOT NULL,
  company_name text NOT NULL,
  craft text NOT NULL,
  sub_status text NOT NULL,
  assignee_type text CHECK (assignee_type IN ('User', 'Contact', 'TeamGroup', 'Various')),
  assignee_id uuid,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  done_by uuid,
  done_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, number)
);
CREATE INDEX task_creator_idx ON task (organisation_id, project_id, created_by, number);
CREATE INDEX task_created_idx ON task (organisation_id, project_id, created_at, number);
CREATE INDEX task_changed_idx ON task (organisation_id, project_id, changed_at, number);
CREATE INDEX task_title_idx ON task
  (organisation_id, project_id,
    (CASE WHEN title <> '' THEN title WHEN description <> '' THEN description END) COLLATE natural_order, number);
CREATE INDEX task_due_idx ON task (organisation_id, project_id, due_date, number);
-- Finished tasks are listed after all others.
CREATE INDEX task_due_order_idx ON task
  (organisation_id, project_id, (CASE WHEN status IN ('closed', 'inactive') THEN 1 ELSE 0 END), due_date, number);
CREATE INDEX task_status_due_idx ON task (organisation_id, project_id, status, due_date);
CREATE INDEX task_status_idx ON task (organisation_id, project_id, status, number) INCLUDE (due_date, created_by);
-- Without a due date last. Not by coalesce: row-level security keeps conditions with it from using an index.
CREATE INDEX task_status_due_order_idx ON task
  (organisation_id, project_id, status, (CASE WHEN due_date IS NULL THEN 'infinity' ELSE due_date END), number);
-- Pins with assigned tasks are read from the index alone.
CREATE INDEX task_assignee_idx ON task (organisation_id, project_id, assignee_id, pin_number, pin_id)
  INCLUDE (status, due_date, created_by, assignee_type);
CREATE INDEX task_assignee_due_idx ON task (organisation_id, project_id, assignee_id, due_date, pin_number)
  WHERE status IN ('open', 'rejected', 'done') AND due_date IS NOT NULL;
CREATE INDEX task_pin_number_idx ON task (organisation_id, project_id, pin_number, pin_id)
  INCLUDE (status, due_date, created_by);
CREATE INDEX task_figures_idx ON task (organisation_id, project_id, status, craft, due_date)
  INCLUDE (created_at, changed_at, done_at, created_by, assignee_type, assignee_id);
CREATE INDEX task_reminder_idx ON task ((due_date - reminder_days))
  WHERE reminder_days IS NOT NULL AND due_date IS NOT NULL AND status IN ('open', 'rejected');

CREATE TABLE post (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  pin_id uuid NOT NULL,
  task_id uuid,
  type text NOT NULL CHECK (type IN ('Visuals', 'Audio', 'Documents')),
  caption text NOT NULL,
  files jsonb NOT NULL,
  active boolean NOT NULL,
  taken_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX post_pin_idx ON post (organisation_id, pin_id);
CREATE INDEX post_task_idx ON post (organisation_id, task_id);
CREATE INDEX post_created_idx ON post (organisation_id, project_id, created_at DESC, id);

CREATE TABLE comment (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  pin_id uuid NOT NULL,
  task_id uuid,
  text text NOT NULL,
  attachments jsonb NOT NULL,
  mentions jsonb NOT NULL DEFAULT '[]',
  edited boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX comment_pin_idx ON comment (organisation_id, pin_id);
CREATE INDEX comment_task_idx ON comment (organisation_id, task_id);

CREATE TABLE pin_group (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('manual', 'smart')),
  -- In the order of the group. Pins are never deleted, so each of them exists.
  pin_ids jsonb NOT NULL,
  filter jsonb,
  active boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX pin_group_title_idx ON pin_group (organisation_id, project_id, active, title COLLATE natural_order, id);

-- A plan's position on the earth and its scale; `id` is the plan's.
CREATE TABLE plan_georeference (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  geo jsonb,
  width_m double precision,
  height_m double precision,
  attribution text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);

CREATE TABLE markup (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  plan_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('line', 'arrow', 'rectangle', 'text', 'freehand', 'distance', 'area')),
  points jsonb NOT NULL,
  text text NOT NULL,
  colour text NOT NULL CHECK (colour IN ('DarkBrown', 'Muesli', 'Ochre', 'Yellow', 'Orange', 'Red', 'Pink', 'Purple',
    'Violet', 'Blue', 'DarkBlue', 'Petrol', 'Turquoise', 'Green', 'DarkGreen')),
  active boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX markup_plan_idx ON markup (organisation_id, plan_id);

-- A version of a building model; `plan_id` is the folder that holds the plans of its storeys.
CREATE TABLE model (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  plan_id uuid NOT NULL,
  version text NOT NULL,
  origin jsonb NOT NULL,
  storeys jsonb NOT NULL,
  elements integer NOT NULL,
  triangles integer NOT NULL,
  -- Elements whose shape could not be created.
  left_out integer NOT NULL,
  -- Where on the earth the model is, according to its file.
  located jsonb,
  pack_blob_id uuid NOT NULL,
  original_blob_id uuid NOT NULL,
  original_name text NOT NULL,
  file_size bigint NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, pack_blob_id) REFERENCES blob (organisation_id, id),
  FOREIGN KEY (organisation_id, original_blob_id) REFERENCES blob (organisation_id, id)
);
CREATE INDEX model_plan_idx ON model (organisation_id, plan_id);

DO $$
DECLARE entity text;
BEGIN
  FOREACH entity IN ARRAY ARRAY['project', 'member', 'contact', 'team', 'category', 'field', 'plan', 'revision', 'pin', 'task',
      'post', 'comment', 'pin_group', 'plan_georeference', 'markup', 'model'] LOOP
    PERFORM enable_tenant_isolation(entity::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO plumbline_app', entity);
    -- Devices read the rows of a project in the order of their changes.
    EXECUTE format('CREATE INDEX %I ON %I (organisation_id, project_id, position)', entity || '_position_idx', entity);
  END LOOP;
END $$;

-- The most selective indexes are created last: while a table has no statistics, PostgreSQL chooses the newest of several
-- indexes that match equally well. First the keys for references within a project.
ALTER TABLE category ADD UNIQUE (organisation_id, project_id, id);
ALTER TABLE plan ADD UNIQUE (organisation_id, project_id, id);
ALTER TABLE revision ADD UNIQUE (organisation_id, project_id, id);
ALTER TABLE pin ADD UNIQUE (organisation_id, project_id, id);
ALTER TABLE task ADD UNIQUE (organisation_id, project_id, id);
CREATE INDEX task_pin_idx ON task (organisation_id, pin_id);

ALTER TABLE plan ADD FOREIGN KEY (organisation_id, project_id, parent_id) REFERENCES plan (organisation_id, project_id, id);
ALTER TABLE revision ADD FOREIGN KEY (organisation_id, project_id, plan_id) REFERENCES plan (organisation_id, project_id, id);
ALTER TABLE pin ADD FOREIGN KEY (organisation_id, project_id, plan_id) REFERENCES plan (organisation_id, project_id, id);
ALTER TABLE pin ADD FOREIGN KEY (organisation_id, project_id, category_id) REFERENCES category (organisation_id, project_id, id);
ALTER TABLE task ADD FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id);
ALTER TABLE post ADD FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id);
ALTER TABLE post ADD FOREIGN KEY (organisation_id, project_id, task_id) REFERENCES task (organisation_id, project_id, id);
ALTER TABLE comment ADD FOREIGN KEY (organisation_id, project_id, pin_id) REFERENCES pin (organisation_id, project_id, id);
ALTER TABLE comment ADD FOREIGN KEY (organisation_id, project_id, task_id) REFERENCES task (organisation_id, project_id, id);
ALTER TABLE plan_georeference ADD FOREIGN KEY (organisation_id, project_id, id) REFERENCES plan (organisation_id, project_id, id);
ALTER TABLE markup ADD FOREIGN KEY (organisation_id, project_id, plan_id) REFERENCES plan (organisation_id, project_id, id);
ALTER TABLE model ADD FOREIGN KEY (organisation_id, project_id, plan_id) REFERENCES plan (organisation_id, project_id, id);
-- A plan is inserted before its first revision.
ALTER TABLE plan ADD FOREIGN KEY (organisation_id, project_id, current_revision_id)
  REFERENCES revision (organisation_id, project_id, id) DEFERRABLE INITIALLY DEFERRED;

-- The role, team memberships and time zone of a user in a project; asked with every call. The owner may ask across
-- organisations, in here only: the application sees its own organisation, as everywhere.
CREATE FUNCTION project_access(of_organisation uuid, of_project uuid, of_user uuid)
  RETURNS TABLE (role text, "ownerId" uuid, "assistantId" uuid, timezone text, teams uuid[])
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT m.role, p.owner_id, p.assistant_id, p.timezone,
      coalesce((SELECT array_agg(t.id) FROM team t
        WHERE t.organisation_id = of_organisation AND t.project_id = of_project AND t.active AND t.member_ids ? of_user::text), '{}')
    FROM member m JOIN project p ON p.organisation_id = m.organisation_id AND p.id = m.project_id
    WHERE m.organisation_id = of_organisation AND m.project_id = of_project AND m.user_id = of_user
      AND m.state = 'active' AND m.role <> 'none';
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE ALL ON FUNCTION project_access FROM PUBLIC;
GRANT EXECUTE ON FUNCTION project_access TO plumbline_app;

-- Folders of projects. A project without an entry is at the top level. Folders are not content of a project: devices do not
-- keep them.
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
CREATE INDEX project_folder_parent_idx ON project_folder (organisation_id, parent_id);

CREATE TABLE project_folder_entry (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  folder_id uuid NOT NULL,
  moved_by uuid NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, project_id),
  -- The rows of a new project are written at the end of its transaction.
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (organisation_id, folder_id) REFERENCES project_folder (organisation_id, id)
);
CREATE INDEX project_folder_entry_folder_idx ON project_folder_entry (organisation_id, folder_id);

CREATE TABLE project_favourite (
  organisation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  project_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, user_id, project_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);

SELECT enable_tenant_isolation(name::regclass)
  FROM unnest(ARRAY['project_folder', 'project_folder_entry', 'project_favourite']) name;
GRANT SELECT, INSERT, UPDATE, DELETE ON project_folder, project_folder_entry, project_favourite TO plumbline_app;
