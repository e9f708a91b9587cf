-- Files that came whole and that nothing names are taken away after a while; those found named once are not looked at again.

ALTER TABLE upload ADD COLUMN named boolean NOT NULL DEFAULT false;
CREATE INDEX upload_not_named ON upload (created_at) WHERE NOT named;

-- What is gone is not counted as kept.
CREATE FUNCTION note_upload_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE upload_usage SET bytes = greatest(0, bytes - OLD.size)
    WHERE organisation_id = OLD.organisation_id AND user_id = OLD.created_by;
  RETURN NULL;
END $$;
CREATE TRIGGER upload_usage_gone AFTER DELETE ON blob FOR EACH ROW WHEN (OLD.created_by IS NOT NULL)
  EXECUTE FUNCTION note_upload_gone();
