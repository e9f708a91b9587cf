// Imports of archives in the database. Each belongs to the person who started it.
import type {
  ArchiveProject,
  Migration,
  MigrationDetails,
  MigrationMapping,
  MigrationProblem,
  MigrationState,
} from '@plumbline/core/features/archives/import';
import type { PoolClient } from 'pg';
import { tenantSnapshot, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';

export type MigrationKey = { organisationId: string; migrationId: string };
export type Owner = { organisationId: string; userId: string };

const ROW = `m.id, m.file_name AS "fileName", m.state, m.problem, m.detail, m.done, m.total,
  m.project_id AS "projectId", m.created_at AS "createdAt"`;
type Row = Omit<Migration, 'createdAt'> & { createdAt: Date };
const shown = (row: Row): Migration => ({ ...row, createdAt: row.createdAt.toISOString() });

/** How many imports are listed, newest first. */
const MAX_LISTED = 100;

export async function readMigrations(services: Services, owner: Owner): Promise<Migration[]> {
  const found = await tenantSnapshot(services.pool, owner.organisationId, (db) =>
    db.query<Row>(
      `SELECT ${ROW} FROM migration m WHERE m.organisation_id = $1 AND m.created_by = $2
       ORDER BY m.created_at DESC, m.id LIMIT ${MAX_LISTED}`,
      [owner.organisationId, owner.userId],
    ),
  );
  return found.rows.map(shown);
}

/** The import, locked until the transaction ends; undefined if it belongs to someone else. */
export async function lockMigration(
  db: PoolClient,
  owner: Owner,
  migrationId: string,
): Promise<MigrationDetails | undefined> {
  const found = await db.query<Row & Pick<MigrationDetails, 'projects' | 'mapping'>>(
    `SELECT ${ROW}, m.projects, m.mapping FROM migration m
     WHERE m.organisation_id = $1 AND m.id = $2 AND m.created_by = $3 FOR UPDATE`,
    [owner.organisationId, migrationId, owner.userId],
  );
  const row = found.rows[0];
  return row && { ...shown(row), projects: row.projects, mapping: row.mapping };
}

export type MigrationJob = {
  state: MigrationState;
  key: string;
  size: number;
  projects: ArchiveProject[];
  mapping: MigrationMapping | null;
  createdBy: string;
};

/** The import as its job needs it; undefined once it is deleted. */
export async function readJob(services: Services, key: MigrationKey): Promise<MigrationJob | undefined> {
  const found = await tenantSnapshot(services.pool, key.organisationId, (db) =>
    db.query<MigrationJob>(
      `SELECT m.state, b.key, b.size::float8 AS size, m.projects, m.mapping, m.created_by AS "createdBy"
       FROM migration m JOIN blob b ON b.organisation_id = m.organisation_id AND b.id = m.blob_id
       WHERE m.organisation_id = $1 AND m.id = $2`,
      [key.organisationId, key.migrationId],
    ),
  );
  return found.rows[0];
}

export type Outcome = {
  state: MigrationState;
  problem?: MigrationProblem;
  detail?: string;
  projects?: ArchiveProject[];
  total?: number;
};

/** Sets the outcome of a job, unless the import has been deleted or has moved on. */
export async function endJob(
  services: Services,
  { organisationId, migrationId }: MigrationKey,
  from: MigrationState,
  { state, problem, detail = '', projects, total }: Outcome,
): Promise<void> {
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE migration SET state = $4, problem = $5, detail = $6, projects = coalesce($7, projects),
         total = coalesce($8, total) WHERE organisation_id = $1 AND id = $2 AND state = $3`,
      [organisationId, migrationId, from, state, problem ?? null, detail, asJson(projects), total ?? null],
    ),
  );
}

const asJson = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Records the progress. Returns whether the import is still wanted. */
export async function noteDone(
  services: Services,
  { organisationId, migrationId }: MigrationKey,
  done: number,
): Promise<boolean> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(`UPDATE migration SET done = $3 WHERE organisation_id = $1 AND id = $2 AND state = 'migrating'`, [
      organisationId,
      migrationId,
      done,
    ]),
  );
  return found.rowCount === 1;
}

/** Records the project that the import writes to. */
export async function noteProject(
  services: Services,
  { organisationId, migrationId }: MigrationKey,
  projectId: string,
): Promise<void> {
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query('UPDATE migration SET project_id = $3 WHERE organisation_id = $1 AND id = $2', [
      organisationId,
      migrationId,
      projectId,
    ]),
  );
}
