-- The comments and posts that a topic became, where their ids do not follow from the topic: a topic that came with an
-- archive. Null: they are derived.
ALTER TABLE bcf_topic ADD COLUMN became uuid[];
