-- The rooms that a sheet names, and the room that a pin is in.
ALTER TABLE revision ADD COLUMN rooms jsonb NOT NULL DEFAULT '[]';
ALTER TABLE pin ADD COLUMN room text NOT NULL DEFAULT '';
CREATE INDEX pin_room_idx ON pin (organisation_id, project_id, room) WHERE room <> '';
