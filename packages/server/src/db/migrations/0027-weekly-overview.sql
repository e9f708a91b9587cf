-- The weekly overview by email, and the Monday of the last week for which it was sent or turned on.
ALTER TABLE notification_setting
  ADD COLUMN weekly_digest boolean NOT NULL DEFAULT false,
  ADD COLUMN digest_week date;
CREATE INDEX notification_setting_weekly_idx ON notification_setting (organisation_id, user_id) WHERE weekly_digest;
