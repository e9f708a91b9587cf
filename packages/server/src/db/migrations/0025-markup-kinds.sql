-- More kinds of markups, and areas with cut-outs.
ALTER TABLE markup
  -- Index of the first point of each cut-out of an area.
  ADD COLUMN holes jsonb NOT NULL DEFAULT '[]',
  DROP CONSTRAINT markup_kind_check,
  ADD CONSTRAINT markup_kind_check CHECK (kind IN ('line', 'arrow', 'rectangle', 'cloud', 'callout', 'text', 'freehand',
    'distance', 'area', 'angle', 'count'));
