-- What the server confirms to the device that sent an edit: the SHA-256 of what it received, and the position of the edit
-- in the project's log. Null for skipped numbers, for edits without an id, and for those recorded by an older version; the
-- position also for rejected edits.
ALTER TABLE mutation ADD COLUMN hash bytea, ADD COLUMN position bigint;
