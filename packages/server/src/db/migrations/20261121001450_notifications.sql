-- What people are told of, how often by mail, and how far each project's log has been read for it.

CREATE TABLE notification (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user (id),
  project_id uuid NOT NULL,
  kind text NOT NULL,
  -- Null for the program itself.
  actor_id uuid,
  detail jsonb NOT NULL,
  -- Names what caused it: the same cause is told once.
  source text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- Whether it is to be told by mail; the mail that took it; when that mail was handed over.
  mail_due boolean NOT NULL,
  mail_id uuid,
  mailed_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, user_id, source)
);
CREATE INDEX notification_list ON notification (organisation_id, user_id, created_at DESC, id);
CREATE INDEX notification_unread ON notification (organisation_id, user_id) WHERE read_at IS NULL;
CREATE INDEX notification_mail ON notification (organisation_id, user_id) WHERE mail_due;
CREATE INDEX notification_age ON notification (created_at);
SELECT hold_to_organisation('notification');
GRANT SELECT, INSERT, UPDATE ON notification TO plumbline_app;

CREATE TABLE notification_setting (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  user_id uuid NOT NULL REFERENCES app_user (id),
  frequency text NOT NULL,
  subscriptions jsonb NOT NULL,
  PRIMARY KEY (organisation_id, user_id)
);
SELECT hold_to_organisation('notification_setting');
GRANT SELECT, INSERT, UPDATE ON notification_setting TO plumbline_app;

CREATE TABLE notification_mark (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (organisation_id, project_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);
SELECT hold_to_organisation('notification_mark');
GRANT SELECT, INSERT, UPDATE ON notification_mark TO plumbline_app;

-- The application reads no accounts, but must know when it is morning where somebody is.
CREATE FUNCTION time_zones_of(users uuid[]) RETURNS TABLE (id uuid, time_zone text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT u.id, u.time_zone FROM app_user u WHERE u.id = ANY (users) AND u.active $$;
REVOKE ALL ON FUNCTION time_zones_of(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION time_zones_of(uuid[]) TO plumbline_app;

-- What happened before there were notifications is old news.
INSERT INTO notification_mark (organisation_id, project_id, position)
  SELECT organisation_id, project_id, head FROM project_log;
