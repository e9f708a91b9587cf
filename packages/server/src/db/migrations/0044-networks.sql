-- The networks from which members of an organisation may use it; empty: from everywhere.
ALTER TABLE organisation ADD COLUMN networks text[] NOT NULL DEFAULT '{}'
  CONSTRAINT organisation_networks CHECK (cardinality(networks) <= 50);
