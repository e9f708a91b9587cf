-- Videos are uploaded under a limit of their own.
ALTER TABLE upload DROP CONSTRAINT upload_purpose_check;
ALTER TABLE upload ADD CONSTRAINT upload_purpose_check
  CHECK (purpose IN ('plan', 'photo', 'video', 'file', 'template', 'picture', 'dataset', 'people', 'archive'));
