-- Codes on printed plans contain only the id of a revision.

CREATE INDEX revision_id_idx ON revision (id);
