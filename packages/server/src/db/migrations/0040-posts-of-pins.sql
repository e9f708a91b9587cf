-- The newest photo of a pin is read from this index, also where most posts of the database belong to one pin.
DROP INDEX post_pin_idx;
CREATE INDEX post_pin_idx ON post (organisation_id, pin_id, created_at DESC, id);
