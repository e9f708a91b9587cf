-- Why an archive could not be created, if its user can do something about it; null if the program failed.
ALTER TABLE project_archive ADD COLUMN problem text CHECK (problem = 'no_space');
