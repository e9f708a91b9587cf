-- What stands in a project: its rows, the log that orders their changes, and the devices that send them.
-- A column is a field of the row's schema in core; `position` is the place of the row's last change in its project's log.

-- One line of history. A restored backup begins another one: the server notices by the marks of the database it runs on.
CREATE TABLE timeline (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL,
  system_identifier text NOT NULL,
  wal_timeline integer NOT NULL,
  database_oid bigint NOT NULL,
  started_at timestamptz NOT NULL
);
GRANT SELECT ON timeline TO plumbline_app;

-- A write locks the log of its project first and moves `head` on at its end: so positions follow the order of commits.
CREATE TABLE project_log (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  project_id uuid NOT NULL,
  head bigint NOT NULL DEFAULT 0,
  -- Hash over every change so far; a change altered or taken out later no longer fits.
  chain bytea NOT NULL DEFAULT '\x',
  PRIMARY KEY (organisation_id, project_id)
);
SELECT hold_to_organisation('project_log');
GRANT SELECT, INSERT, UPDATE ON project_log TO plumbline_app;

CREATE TABLE project_counter (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  series text NOT NULL,
  value integer NOT NULL,
  PRIMARY KEY (organisation_id, project_id, series),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);
SELECT hold_to_organisation('project_counter');
GRANT SELECT, INSERT, UPDATE ON project_counter TO plumbline_app;

-- The audit: one row for each changed row, written with the change, never altered.
CREATE TABLE change (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  entity text NOT NULL,
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
CREATE INDEX change_entity ON change (organisation_id, entity_id, position);
CREATE INDEX change_time ON change (organisation_id, project_id, at);
SELECT hold_to_organisation('change');
GRANT SELECT, INSERT ON change TO plumbline_app;

CREATE TABLE device (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  last_mutation bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX device_user ON device (organisation_id, user_id);
SELECT hold_to_organisation('device');
GRANT SELECT, INSERT, UPDATE ON device TO plumbline_app;

-- What became of each mutation, for a device whose answer was lost.
CREATE TABLE mutation (
  organisation_id uuid NOT NULL,
  device_id uuid NOT NULL,
  n bigint NOT NULL,
  project_id uuid,
  name text NOT NULL,
  -- Null: applied. Otherwise the code of the refusal.
  code text,
  details jsonb,
  -- When it was made, by the device's clock; shown, never judged by.
  made_at text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, device_id, n),
  FOREIGN KEY (organisation_id, device_id) REFERENCES device (organisation_id, id)
);
SELECT hold_to_organisation('mutation');
GRANT SELECT, INSERT ON mutation TO plumbline_app;

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
  active boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);
CREATE INDEX project_position ON project (organisation_id, project_id, position);

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
  role text NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX member_position ON member (organisation_id, project_id, position);
CREATE INDEX member_user ON member (organisation_id, user_id, project_id);

CREATE TABLE team (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  purpose text NOT NULL,
  company_name text NOT NULL,
  craft text NOT NULL,
  role text NOT NULL,
  member_ids jsonb NOT NULL,
  active boolean NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX team_position ON team (organisation_id, project_id, position);

CREATE TABLE category (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  title text NOT NULL,
  colour text NOT NULL,
  active boolean NOT NULL,
  sort integer NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX category_position ON category (organisation_id, project_id, position);

CREATE TABLE plan (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  type text NOT NULL,
  plan_type text NOT NULL,
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
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, parent_id) REFERENCES plan (organisation_id, id)
);
CREATE INDEX plan_position ON plan (organisation_id, project_id, position);
CREATE INDEX plan_parent ON plan (organisation_id, parent_id);

CREATE TABLE revision (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  plan_id uuid NOT NULL,
  version text NOT NULL,
  active boolean NOT NULL,
  page_number integer NOT NULL,
  width_pt double precision NOT NULL,
  height_pt double precision NOT NULL,
  pyramid jsonb NOT NULL,
  pack_blob_id uuid NOT NULL,
  text_blob_id uuid,
  thumb_blob_id uuid NOT NULL,
  preview_blob_id uuid NOT NULL,
  original_blob_id uuid NOT NULL,
  original_name text NOT NULL,
  file_size bigint NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, plan_id) REFERENCES plan (organisation_id, id)
);
CREATE INDEX revision_position ON revision (organisation_id, project_id, position);
CREATE INDEX revision_plan ON revision (organisation_id, plan_id);

CREATE TABLE pin (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  plan_id uuid,
  x double precision,
  y double precision,
  number integer,
  status text NOT NULL,
  title text NOT NULL,
  category_id uuid,
  notes text NOT NULL,
  tags jsonb NOT NULL,
  ratings jsonb NOT NULL,
  t1 text NOT NULL,
  t2 text NOT NULL,
  t3 text NOT NULL,
  fields jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, number),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, plan_id) REFERENCES plan (organisation_id, id),
  FOREIGN KEY (organisation_id, category_id) REFERENCES category (organisation_id, id)
);
CREATE INDEX pin_position ON pin (organisation_id, project_id, position);
CREATE INDEX pin_plan ON pin (organisation_id, plan_id);

CREATE TABLE task (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  pin_id uuid NOT NULL,
  number integer,
  status text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  due_date date,
  reminder_days integer,
  repeat jsonb,
  depends_on jsonb NOT NULL,
  company_name text NOT NULL,
  craft text NOT NULL,
  sub_status text NOT NULL,
  assignee_type text,
  assignee_id uuid,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  done_by uuid,
  done_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, project_id, number),
  FOREIGN KEY (organisation_id, pin_id) REFERENCES pin (organisation_id, id)
);
CREATE INDEX task_position ON task (organisation_id, project_id, position);
CREATE INDEX task_pin ON task (organisation_id, pin_id);
-- Who is only assigned sees a project through this one.
CREATE INDEX task_assignee ON task (organisation_id, project_id, assignee_id);

CREATE TABLE post (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  pin_id uuid NOT NULL,
  task_id uuid,
  type text NOT NULL,
  caption text NOT NULL,
  files jsonb NOT NULL,
  active boolean NOT NULL,
  taken_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, pin_id) REFERENCES pin (organisation_id, id),
  FOREIGN KEY (organisation_id, task_id) REFERENCES task (organisation_id, id)
);
CREATE INDEX post_position ON post (organisation_id, project_id, position);
CREATE INDEX post_pin ON post (organisation_id, pin_id);
CREATE INDEX post_task ON post (organisation_id, task_id);

CREATE TABLE comment (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  pin_id uuid NOT NULL,
  task_id uuid,
  text text NOT NULL,
  attachments jsonb NOT NULL,
  edited boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, pin_id) REFERENCES pin (organisation_id, id),
  FOREIGN KEY (organisation_id, task_id) REFERENCES task (organisation_id, id)
);
CREATE INDEX comment_position ON comment (organisation_id, project_id, position);
CREATE INDEX comment_pin ON comment (organisation_id, pin_id);
CREATE INDEX comment_task ON comment (organisation_id, task_id);

DO $$
DECLARE entity text;
BEGIN
  FOREACH entity IN ARRAY ARRAY['project', 'member', 'team', 'category', 'plan', 'revision', 'pin', 'task', 'post', 'comment'] LOOP
    PERFORM hold_to_organisation(entity::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO plumbline_app', entity);
  END LOOP;
END $$;
