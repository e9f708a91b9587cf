-- Sheets that lie on their side without saying so: by how many degrees, clockwise, a page is turned as it comes in.

ALTER TABLE plan_import_page ADD COLUMN turn integer NOT NULL DEFAULT 0 CHECK (turn IN (0, 90, 180, 270));
ALTER TABLE revision ADD COLUMN turn integer NOT NULL DEFAULT 0 CHECK (turn IN (0, 90, 180, 270));
