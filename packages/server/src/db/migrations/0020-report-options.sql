-- How a saved report shows its pins.

ALTER TABLE report_definition ADD COLUMN options jsonb NOT NULL
  DEFAULT '{"order": "chosen", "group": "none", "photos": "template", "without": []}';
