-- My work finds the projects in which a person may verify tasks by role and by office.
CREATE INDEX member_role_idx ON member (organisation_id, user_id, role);
CREATE INDEX project_owner_idx ON project (organisation_id, owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX project_assistant_idx ON project (organisation_id, assistant_id) WHERE assistant_id IS NOT NULL;
