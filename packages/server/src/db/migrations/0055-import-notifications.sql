-- Ended, and its owner has not been notified yet: other files that were started with it are still being imported.
ALTER TABLE plan_import ADD COLUMN unannounced boolean NOT NULL DEFAULT false;
