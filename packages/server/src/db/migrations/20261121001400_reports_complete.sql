-- Reports get numbers, and a link that was ended is remembered as one that was.

ALTER TABLE report ADD COLUMN number integer;

CREATE TABLE report_link_ended (
  organisation_id uuid NOT NULL REFERENCES organisation (id),
  hash bytea NOT NULL,
  report_id uuid NOT NULL,
  ended_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, hash)
);
CREATE INDEX report_link_ended_hash ON report_link_ended (hash);
SELECT hold_to_organisation('report_link_ended');
GRANT SELECT, INSERT ON report_link_ended TO plumbline_app;
