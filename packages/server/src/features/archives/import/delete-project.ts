// Deletes a project with everything in it: only one that an import created, when the import is undone.
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../../db/tx/rows.ts';

/**
 * Tables with rows of projects, those that refer to others first. Read from the database, so that a new table is never
 * forgotten.
 */
const TABLES = `
  WITH RECURSIVE projects AS (
    SELECT c.oid, c.relname AS name,
      CASE WHEN c.relname IN ('project_log', 'project') THEN 1 ELSE 0 END AS last
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    WHERE c.relkind IN ('r', 'p')
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organisation_id')
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'project_id')
      AND c.relname <> 'migration'
  ), refers AS (
    SELECT DISTINCT f.conrelid AS child, f.confrelid AS parent FROM pg_constraint f
    WHERE f.contype = 'f' AND f.conrelid <> f.confrelid AND NOT f.condeferrable
      AND f.conrelid IN (SELECT oid FROM projects) AND f.confrelid IN (SELECT oid FROM projects)
  ), depths AS (
    SELECT oid, 0 AS depth FROM projects
    UNION SELECT r.parent, d.depth + 1 FROM depths d JOIN refers r ON r.child = d.oid WHERE d.depth < 20
  )
  SELECT p.name FROM projects p JOIN depths d ON d.oid = p.oid GROUP BY p.name, p.last ORDER BY p.last, max(d.depth), p.name`;

/** Tables without a project column: table, its column, and the table of the project that the column refers to. */
const PARTS = [
  ['plan_import_page', 'import_id', 'plan_import'],
  ['dataset_search_text', 'dataset_id', 'dataset'],
] as const;

/** Within a system transaction; without effect if there is no such project. */
export async function deleteProject(db: PoolClient, { organisationId, projectId }: ProjectKey): Promise<void> {
  const values = [organisationId, projectId];
  const locked = await db.query(
    'SELECT FROM project_log WHERE organisation_id = $1 AND project_id = $2 FOR UPDATE',
    values,
  );
  if (locked.rowCount === 0) return;
  for (const [table, column, parent] of PARTS)
    await db.query(
      `DELETE FROM ${table} c USING ${parent} p WHERE c.organisation_id = $1 AND p.organisation_id = $1
         AND p.project_id = $2 AND c.${column} = p.id`,
      values,
    );
  const tables = await db.query<{ name: string }>(TABLES);
  for (const { name } of tables.rows)
    await db.query(`DELETE FROM "${name}" WHERE organisation_id = $1 AND project_id = $2`, values);
}
