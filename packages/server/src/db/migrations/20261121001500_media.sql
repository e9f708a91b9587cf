-- Sketches keep the picture they were drawn on, films have a still picture, comments turn to people.

ALTER TABLE comment ADD COLUMN mentions jsonb NOT NULL DEFAULT '[]';

CREATE FUNCTION blobs_of_files(files jsonb) RETURNS uuid[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(
    SELECT blob::uuid FROM jsonb_array_elements(files) file,
      unnest(ARRAY[file ->> 'blobId', file #>> '{poster,blobId}', file #>> '{sketch,original,blobId}']) blob
    WHERE blob IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION note_blob_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE blobs uuid[];
BEGIN
  blobs := CASE TG_TABLE_NAME
    WHEN 'post' THEN blobs_of_files(to_jsonb(NEW) -> 'files')
    WHEN 'comment' THEN blobs_of_files(to_jsonb(NEW) -> 'attachments')
    ELSE ARRAY(SELECT value::uuid FROM jsonb_each_text(to_jsonb(NEW))
               WHERE key IN ('pack_blob_id', 'text_blob_id', 'thumb_blob_id', 'preview_blob_id', 'original_blob_id')
                 AND value IS NOT NULL)
  END;
  INSERT INTO blob_use (organisation_id, blob_id, project_id, entity, entity_id)
    SELECT NEW.organisation_id, blob, NEW.project_id, TG_TABLE_NAME, NEW.id FROM unnest(blobs) blob
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
