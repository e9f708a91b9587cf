-- Links of reports can ask for a password; their use is recorded.

ALTER TABLE report ADD COLUMN share_password text;

CREATE TABLE report_share_event (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  event text NOT NULL CHECK (event IN ('opened', 'downloaded')),
  at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, report_id) REFERENCES report (organisation_id, id) ON DELETE CASCADE
);
CREATE INDEX report_share_event_report_idx ON report_share_event (organisation_id, report_id, at DESC);
GRANT SELECT, INSERT ON report_share_event TO plumbline_app;
SELECT enable_tenant_isolation('report_share_event');
