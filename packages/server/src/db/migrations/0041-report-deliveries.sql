-- Reports sent by email record whether each recipient's mail server took them, and their authors are notified if not.

CREATE TABLE report_delivery (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  -- Also the id of the message, which a returned email names.
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  -- When the state was reached.
  at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, report_id) REFERENCES report (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX report_delivery_report_idx ON report_delivery (organisation_id, report_id, at DESC);
CREATE INDEX report_delivery_id_idx ON report_delivery (id);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_delivery TO plumbline_app;
SELECT enable_tenant_isolation('report_delivery');

ALTER TABLE notification DROP CONSTRAINT notification_kind_check;
ALTER TABLE notification ADD CONSTRAINT notification_kind_check CHECK (kind IN ('taskAssigned', 'taskStatus', 'taskDue',
  'taskReminder', 'comment', 'mention', 'reportDone', 'reportFailed', 'reportUndelivered', 'importDone', 'importFailed',
  'memberInvited'));
