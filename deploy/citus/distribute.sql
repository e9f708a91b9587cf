-- Spreads the organisations of a Plumbline database over the workers of a Citus cluster: docs/operate/citus.md.
--   psql -v ON_ERROR_STOP=1 -d plumbline -f distribute.sql     on the coordinator, as superuser, with the program stopped
SET client_min_messages = warning;
BEGIN;

-- Where each table goes. `everywhere`: read with the rows of every organisation, and changed rarely. `spread`: on the worker
-- that has the organisation. `coordinator`: read before the organisation is known.
CREATE TEMP TABLE place AS
  SELECT c.oid AS id, c.relname AS name, CASE
      WHEN c.relname IN ('app_user', 'organisation', 'organisation_member') THEN 'everywhere'
      WHEN a.attname IS NULL OR c.relname = 'session' OR c.relname = 'security_event' OR c.relname LIKE 'sso\_%' THEN 'coordinator'
      ELSE 'spread'
    END AS kind
  FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organisation_id'
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace;

-- While tables are moved, no key may refer from one of them to another. The definitions are kept for undistribute.sql.
SET LOCAL citus.enable_ddl_propagation = off;
CREATE SCHEMA plumbline_citus;
CREATE TABLE plumbline_citus.foreign_key AS
  SELECT k.conrelid::regclass::text AS referring, k.conname AS name, pg_get_constraintdef(k.oid) AS definition,
    place.kind = referred.kind OR referred.kind = 'everywhere' AS kept
  FROM pg_constraint k JOIN place ON place.id = k.conrelid JOIN place referred ON referred.id = k.confrelid
  WHERE k.contype = 'f';
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', referring, name) FROM plumbline_citus.foreign_key \gexec
COMMIT;

-- Policies and indexes use functions. Those that were there before Citus, as after a restore, are not on the workers yet.
BEGIN;
SET LOCAL citus.propagate_set_commands = 'local';
SET LOCAL check_function_bodies = off;
SELECT format('SELECT create_distributed_function(%L)', p.oid::regprocedure)
FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
ORDER BY p.oid \gexec
COMMIT;

SELECT format('SELECT create_reference_table(%L)', name) FROM place WHERE kind = 'everywhere' ORDER BY name \gexec
SELECT create_distributed_table('project_log', 'organisation_id');
SELECT format('SELECT create_distributed_table(%L, ''organisation_id'', colocate_with => ''project_log'')', name)
FROM place WHERE kind = 'spread' AND name <> 'project_log' ORDER BY name \gexec

-- Keys that would refer from one of the three kinds to another cannot exist, except to tables that are everywhere.
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', referring, name, definition)
FROM plumbline_citus.foreign_key WHERE kept ORDER BY referring, name \gexec

-- Functions that run as the owner run on the worker that has the organisation.
SELECT format('SELECT create_distributed_function(%L, ''of_organisation'', colocate_with => ''project_log'', force_delegation => true)',
  p.oid::regprocedure)
FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.proargnames[1] = 'of_organisation' \gexec

-- The settings of a transaction, such as the organisation that row-level security reads, reach the workers with it.
SELECT format('ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database()) \gexec
-- Functions such as organisation_people() are called beside rows of an organisation, on its worker, and read tables that are
-- everywhere.
SELECT format('ALTER DATABASE %I SET citus.allow_nested_distributed_execution = on', current_database()) \gexec
-- Citus 13.2.2 leaves out rows if a table that is everywhere is joined to the left of one that is spread, and an organisation
-- has a shard of its own.
SELECT format('ALTER DATABASE %I SET citus.enable_recurring_outer_join_pushdown = off', current_database()) \gexec
-- A sweep of expired rows changes several tables that keys connect.
SELECT format('ALTER DATABASE %I SET citus.multi_shard_modify_mode = ''sequential''', current_database()) \gexec
-- One connection to each worker at a time: whatever is read in one transaction, such as a backup, is of one moment on it.
SELECT format('ALTER DATABASE %I SET citus.max_adaptive_executor_pool_size = 1', current_database()) \gexec
-- Citus repeats `BEGIN; SET LOCAL …` of a request as a whole, of which each server would warn with every transaction.
SELECT format('ALTER DATABASE %I SET client_min_messages = ''error''', current_database()) \gexec
SELECT format('ALTER DATABASE %I SET log_min_messages = ''error''', current_database()) \gexec
