-- The response of a time-stamping authority (RFC 3161, in DER) for the signed text of an end; null until it was stamped.
ALTER TABLE history_head ADD COLUMN time_stamp bytea;
