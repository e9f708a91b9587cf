-- What became of the text of a scanned page that waits for a choice; null for a page with text of its own. What was
-- recognised comes after what the file itself says of the page.
ALTER TABLE plan_import_page ADD COLUMN recognition text CHECK (recognition IN ('waiting', 'done', 'absent'));
ALTER TABLE plan_import_page ADD COLUMN scan_title text NOT NULL DEFAULT '';
ALTER TABLE plan_import_page ADD COLUMN scan_number text NOT NULL DEFAULT '';
-- Sheets without text whose text was looked for in their picture.
ALTER TABLE revision ADD COLUMN scan_read boolean NOT NULL DEFAULT false;
CREATE INDEX revision_scan_unread_idx ON revision (organisation_id, id) WHERE text_blob_id IS NULL AND NOT scan_read;
