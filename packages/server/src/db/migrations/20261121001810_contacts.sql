-- Contacts of the organisation as they stand in a project: like members, with a row of their own that devices keep.

CREATE TABLE contact (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  contact_id uuid NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  company_name text NOT NULL,
  craft text NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id),
  FOREIGN KEY (organisation_id, contact_id) REFERENCES company_contact (organisation_id, id)
);
CREATE INDEX contact_position ON contact (organisation_id, project_id, position);
CREATE INDEX contact_person ON contact (organisation_id, contact_id, project_id);
SELECT hold_to_organisation('contact');
GRANT SELECT, INSERT, UPDATE ON contact TO plumbline_app;
