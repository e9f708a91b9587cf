-- Who has started the import of its pages, if not its creator: may lose the permission before they are published.
ALTER TABLE plan_import ADD COLUMN started_by uuid;
