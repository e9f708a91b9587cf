-- The activity log of an organisation.
ALTER TABLE security_event
  -- Who did it; null: the user of the event, or the program. Events before this column of memberships have none.
  ADD COLUMN actor_id uuid;
CREATE INDEX security_event_organisation_idx ON security_event (organisation_id, at) WHERE organisation_id IS NOT NULL;
CREATE INDEX change_administration_idx ON change (organisation_id, at) WHERE entity IN ('project', 'member');
