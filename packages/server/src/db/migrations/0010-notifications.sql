-- Notifications, their delivery by email and push, and how far each project's log has been read for them.

CREATE TABLE notification (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES app_user (id),
  project_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('taskAssigned', 'taskStatus', 'taskDue', 'taskReminder', 'comment', 'mention', 'reportDone',
    'reportFailed', 'importDone', 'importFailed', 'memberInvited')),
  -- Null for the program itself.
  actor_id uuid,
  detail jsonb NOT NULL,
  -- Identifies the cause: each cause is notified once.
  source text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- Whether an email is due, the email that includes it, and when that was sent.
  mail_due boolean NOT NULL,
  mail_id uuid,
  mailed_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, user_id, source),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
CREATE INDEX notification_created_idx ON notification (organisation_id, user_id, created_at DESC, id);
CREATE INDEX notification_unread_idx ON notification (organisation_id, user_id) WHERE read_at IS NULL;
CREATE INDEX notification_mail_due_idx ON notification (organisation_id, user_id) WHERE mail_due;
CREATE INDEX notification_created_at_idx ON notification (created_at);
GRANT SELECT, INSERT, UPDATE ON notification TO plumbline_app;

CREATE TABLE notification_setting (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  user_id uuid NOT NULL REFERENCES app_user (id),
  frequency text NOT NULL DEFAULT 'Periodically' CHECK (frequency IN ('Never', 'Periodically', 'Instantly')),
  -- Null until the user chooses: all kinds.
  subscriptions jsonb,
  push_kinds jsonb,
  -- Projects without push notifications.
  muted jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (organisation_id, user_id)
);
GRANT SELECT, INSERT, UPDATE ON notification_setting TO plumbline_app;

CREATE TABLE notification_cursor (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (organisation_id, project_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project_log (organisation_id, project_id)
);
GRANT SELECT, INSERT, UPDATE ON notification_cursor TO plumbline_app;

SELECT enable_tenant_isolation(name::regclass)
  FROM unnest(ARRAY['notification', 'notification_setting', 'notification_cursor']) name;

-- Browsers with push notifications, each identified by its endpoint.
CREATE TABLE push_device (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- Signing out ends the notifications.
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  endpoint text NOT NULL,
  endpoint_hash bytea NOT NULL UNIQUE,
  -- Keys of the browser: only it can decrypt the messages.
  p256dh text NOT NULL,
  auth text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  notified_at timestamptz
);
CREATE INDEX push_device_user_idx ON push_device (user_id);
CREATE INDEX push_device_session_idx ON push_device (session_id);

-- Requests have no access to push_device, but need to know which devices to notify.
CREATE FUNCTION push_devices_of(users uuid[], at timestamptz) RETURNS TABLE (id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT d.id, d.user_id FROM push_device d
    JOIN app_user u ON u.id = d.user_id AND u.active
    JOIN session s ON s.id = d.session_id AND s.ended_at IS NULL AND s.expires_at > at AND s.security_epoch = u.security_epoch
    WHERE d.user_id = ANY (users)
  $$;
REVOKE ALL ON FUNCTION push_devices_of(uuid[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION push_devices_of(uuid[], timestamptz) TO plumbline_app;
