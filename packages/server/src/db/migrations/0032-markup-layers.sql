-- Layers of markups: private ones, the one for all, and named ones of a plan.
ALTER TABLE plan_georeference ADD COLUMN layers jsonb NOT NULL DEFAULT '[]';
ALTER TABLE markup
  ADD COLUMN shared boolean NOT NULL DEFAULT true,
  ADD COLUMN layer_id uuid,
  ADD CONSTRAINT markup_layer_check CHECK (shared OR layer_id IS NULL);
