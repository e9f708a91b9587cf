-- Devices that are told at once, each by the endpoint its browser named; and what their people want to be told of there.

CREATE TABLE push_device (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- Who signs out, or is signed out, is told nothing there any more.
  session_id uuid NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  endpoint text NOT NULL,
  endpoint_hash bytea NOT NULL UNIQUE,
  -- The browser's half of the encryption: what is sent can be read there only.
  p256dh text NOT NULL,
  auth text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  told_at timestamptz
);
CREATE INDEX push_device_user ON push_device (user_id);
CREATE INDEX push_device_session ON push_device (session_id);

ALTER TABLE notification_setting
  ALTER COLUMN frequency SET DEFAULT 'Periodically',
  -- Null: all kinds, as long as nothing was chosen.
  ALTER COLUMN subscriptions DROP NOT NULL,
  ADD COLUMN push_kinds jsonb,
  -- Projects that tell nothing on devices.
  ADD COLUMN muted jsonb NOT NULL DEFAULT '[]';

-- The application reads no devices, but must know which of them are to be told.
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
