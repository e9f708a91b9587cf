-- Revisions lie on their plan by a transform, and imports may bring a new revision of a plan.

-- What there was before has come in with equal sheets only.
ALTER TABLE revision ADD COLUMN alignment jsonb;
UPDATE revision SET alignment = '[1, 0, 0, 0, 1, 0]';

ALTER TABLE plan_import ADD COLUMN plan_id uuid;
ALTER TABLE plan_import ADD COLUMN version text NOT NULL DEFAULT '';

-- How the worker believes that the new sheet lies on the plan.
ALTER TABLE plan_import_page ADD COLUMN proposal jsonb;
CREATE INDEX plan_import_page_revision ON plan_import_page (organisation_id, revision_id);
