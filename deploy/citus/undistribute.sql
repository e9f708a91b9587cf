-- Brings the rows of all organisations back to the coordinator and removes Citus from the database, before an upgrade that
-- adds a table: docs/operate/citus.md.
--   psql -v ON_ERROR_STOP=1 -d plumbline -f undistribute.sql     on the coordinator, as superuser, with the program stopped
SET client_min_messages = warning;
CREATE TEMP TABLE spread AS
  SELECT table_name::text AS name, citus_table_type AS kind FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference');

SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', referring, name) FROM plumbline_citus.foreign_key WHERE kept \gexec
SELECT format('SELECT undistribute_table(%L)', name) FROM spread ORDER BY kind, name \gexec
DROP EXTENSION citus CASCADE;

-- As they were before distribute.sql: in a cluster one of them cannot exist.
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', referring, name, definition)
FROM plumbline_citus.foreign_key ORDER BY referring, name \gexec
DROP SCHEMA plumbline_citus CASCADE;

SELECT format('ALTER DATABASE %I RESET %s', current_database(), name) FROM unnest(ARRAY['citus.propagate_set_commands',
  'citus.allow_nested_distributed_execution', 'citus.enable_recurring_outer_join_pushdown', 'citus.multi_shard_modify_mode',
  'citus.max_adaptive_executor_pool_size', 'client_min_messages', 'log_min_messages']) name \gexec
