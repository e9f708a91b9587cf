-- The newest reports over all projects of an organisation.
CREATE INDEX report_newest ON report (organisation_id, created_at DESC, id);
