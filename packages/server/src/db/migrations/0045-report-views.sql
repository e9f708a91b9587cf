-- Saved reports of what a saved view shows.

ALTER TABLE report_definition DROP CONSTRAINT report_definition_problem_check;
ALTER TABLE report_definition ADD CONSTRAINT report_definition_problem_check CHECK (problem IN ('owner_left', 'no_right',
  'template_missing', 'template_invalid', 'converter_absent', 'group_missing', 'view_missing', 'view_outdated', 'no_pins',
  'internal'));
