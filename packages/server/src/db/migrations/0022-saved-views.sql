-- Saved views of lists: private, or shared with the project. Deleted ones are inactive.

CREATE TABLE saved_view (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  list text NOT NULL CHECK (list IN ('pins', 'tasks')),
  title text NOT NULL,
  shared boolean NOT NULL,
  query jsonb NOT NULL,
  active boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)
);
SELECT enable_tenant_isolation('saved_view');
GRANT SELECT, INSERT, UPDATE ON saved_view TO plumbline_app;
CREATE INDEX saved_view_position_idx ON saved_view (organisation_id, project_id, position);

ALTER TABLE change DROP CONSTRAINT change_entity_check;
ALTER TABLE change ADD CONSTRAINT change_entity_check CHECK (entity IN ('project', 'member', 'contact', 'team',
  'category', 'field', 'plan', 'revision', 'model', 'ground', 'markup', 'pin', 'task', 'post', 'comment', 'group',
  'savedView'));
