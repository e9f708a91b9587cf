-- Views on a sheet that have a scale of their own.
ALTER TABLE revision ADD COLUMN scale_regions jsonb NOT NULL DEFAULT '[]';
