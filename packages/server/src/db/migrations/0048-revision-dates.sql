-- The date that a drawing states for a revision; null if it is not known.
ALTER TABLE revision ADD COLUMN date date;
-- The date of the revision that a chosen page becomes.
ALTER TABLE plan_import_page ADD COLUMN revision_date date;
