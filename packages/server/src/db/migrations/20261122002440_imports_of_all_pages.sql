-- Files of which nobody chooses pages, such as pictures: all of them come in as soon as they are listed.

ALTER TABLE plan_import ADD COLUMN all_pages boolean NOT NULL DEFAULT false;
