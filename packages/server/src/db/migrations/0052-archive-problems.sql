-- Why an archive could not be made, where its person can be told; null for a failure of the program.
ALTER TABLE project_archive ADD COLUMN problem text CHECK (problem = 'no_space');
