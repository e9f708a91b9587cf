// What a person does with an import of an archive: start, map, run, undo, remove.
import {
  isRemovable,
  MAPPABLE,
  type Migration,
  type MigrationDetails,
  type MigrationMapping,
  STARTABLE,
  type startMigration,
} from '@plumbline/core/features/archives/import';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { isTimeZone } from '@plumbline/core/kernel/time-zone';
import { isLanguage } from '@plumbline/locales/languages';
import type { PoolClient } from 'pg';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Session } from '../../../http/session.ts';
import { renewIn } from '../../../platform/renew-ids.ts';
import type { Services } from '../../../platform/services.ts';
import { requireCreator, requireTitle } from '../../projects/write.ts';
import { deleteProject } from './delete-project.ts';
import { lockMigration } from './store.ts';

export const EXTRACT = 'migration.extract';
export const MIGRATE = 'migration.migrate';
/**
 * Failures of the program are retried; a bad archive is not. Twice as many can start, so that an import is ended even
 * if each attempt killed its worker.
 */
export const MAX_ATTEMPTS = 3;

/** Where the ids of an import are unique: in the organisation, and for a copy in the import itself. */
export const scopeOfImport = (
  organisationId: string,
  migrationId: string,
  { copy }: Pick<MigrationMapping, 'copy'>,
): string => (copy ? `${organisationId} ${migrationId}` : organisationId);

async function enqueue(services: Services, db: PoolClient, task: string, organisationId: string, migrationId: string) {
  const options = { owner: organisationId, maxAttempts: MAX_ATTEMPTS * 2 };
  await services.queue.enqueueFair(db, task, { organisationId, migrationId }, options);
}

/** Repeating the same id returns the import that exists. */
export async function start(
  services: Services,
  session: Session,
  { id, blobId, fileName }: RequestOf<typeof startMigration>['body'],
): Promise<Migration> {
  await requireCreator(services.pool, session);
  const { organisationId, userId } = session;
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const file = await db.query('SELECT FROM blob WHERE organisation_id = $1 AND id = $2 AND created_by = $3', [
      organisationId,
      blobId,
      userId,
    ]);
    if (file.rowCount !== 1) throw new AppError('blob_missing');
    const added = await db.query(
      `INSERT INTO migration (organisation_id, id, blob_id, file_name, state, created_by, created_at)
       VALUES ($1, $2, $3, $4, 'extracting', $5, $6) ON CONFLICT DO NOTHING`,
      [organisationId, id, blobId, fileName, userId, services.clock.now()],
    );
    if (added.rowCount === 1) await enqueue(services, db, EXTRACT, organisationId, id);
    const known = await lockMigration(db, session, id);
    if (!known) throw new AppError('already_exists');
    return summary(known);
  });
}

const summary = ({ projects: _projects, mapping: _mapping, ...row }: MigrationDetails): Migration => row;

async function requireMigration(
  services: Services,
  db: PoolClient,
  session: Session,
  migrationId: string,
): Promise<MigrationDetails> {
  const known = await lockMigration(db, session, migrationId);
  if (!known) throw new AppError('not_found');
  return { ...known, projects: await withAccounts(services, session.organisationId, known.projects) };
}

/** Finds the members of the organisation by their addresses, as of now. */
async function withAccounts(
  services: Services,
  organisationId: string,
  projects: MigrationDetails['projects'],
): Promise<MigrationDetails['projects']> {
  const emails = projects.flatMap(({ people }) => people.map((one) => one.email).filter(Boolean));
  const accounts = await accountsOf(services, organisationId, { emails });
  const byEmail = new Map(accounts.map((one) => [one.email, one.id]));
  return projects.map((project) => ({
    ...project,
    people: project.people.map((one) => ({ ...one, accountId: byEmail.get(one.email) ?? null })),
  }));
}

/** Active members of the organisation, by address or by id. */
async function accountsOf(
  { pool }: Services,
  organisationId: string,
  { emails = [], ids = [] }: { emails?: readonly string[]; ids?: readonly string[] },
): Promise<{ id: string; email: string }[]> {
  const found = await pool.query<{ id: string; email: string }>(
    `SELECT u.id, u.email FROM organisation_member m JOIN app_user u ON u.id = m.user_id
     WHERE m.organisation_id = $1 AND m.active AND m.state <> 'removed' AND u.active
       AND (u.email = ANY ($2) OR u.id = ANY ($3))`,
    [organisationId, emails, ids],
  );
  return found.rows;
}

export const get = (services: Services, session: Session, migrationId: string): Promise<MigrationDetails> =>
  tenantTransaction(services.pool, session.organisationId, (db) =>
    requireMigration(services, db, session, migrationId),
  );

async function checkMapping(
  services: Services,
  db: PoolClient,
  session: Session,
  known: MigrationDetails,
  mapping: MigrationMapping,
): Promise<void> {
  const project = known.projects.find((one) => one.id === mapping.projectId);
  if (!project) refuseFields({ path: 'projectId', outcome: 'UNKNOWN' });
  if (!isTimeZone(mapping.timezone)) refuseFields({ path: 'timezone', outcome: 'UNKNOWN' });
  if (!isLanguage(mapping.language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
  const { organisationId } = session;
  const ids = mapping.people.flatMap((one) => (one.to === 'account' && one.accountId ? [one.accountId] : []));
  const accounts = new Set((await accountsOf(services, organisationId, { ids })).map((one) => one.id));
  const emails = new Map<string, number>();
  for (const [at, { to, accountId, email }] of mapping.people.entries()) {
    if (to === 'account' && !accounts.has(accountId ?? ''))
      refuseFields({ path: `people.${at}.accountId`, outcome: 'UNKNOWN' });
    if (to !== 'invite') continue;
    const path = `people.${at}.email`;
    if (email === '') refuseFields({ path, outcome: 'REQUIRED' });
    if (emails.has(email)) refuseFields({ path, outcome: 'ALREADY_IN_USE' });
    emails.set(email, at);
  }
  if (emails.size > 0 && !session.admin && !session.manageUsers) throw new AppError('forbidden');
  const taken = await accountsOf(services, organisationId, { emails: [...emails.keys()] });
  for (const { email } of taken) refuseFields({ path: `people.${emails.get(email)}.email`, outcome: 'ALREADY_IN_USE' });
  const renewed = renewIn(scopeOfImport(organisationId, known.id, mapping))(mapping.projectId);
  if (!mapping.copy) await requireNew(db, organisationId, known, mapping, renewed);
  if (mapping.keepIds && (mapping.copy || project.takenIds !== 0))
    refuseFields({ path: 'keepIds', outcome: 'NOT_VALID' });
  const projectId = mapping.keepIds ? mapping.projectId : renewed;
  await requireTitle(db, organisationId, projectId, mapping.title);
}

/** Refuses a project that was imported before, under its own id or a renewed one. */
async function requireNew(
  db: PoolClient,
  organisationId: string,
  known: MigrationDetails,
  { projectId, keepIds }: MigrationMapping,
  renewed: string,
): Promise<void> {
  const there = await db.query(
    `SELECT FROM project p WHERE p.organisation_id = $1 AND p.id IS DISTINCT FROM $2
       AND (p.id = $3 OR p.id = $4 AND ($5 OR EXISTS (
         SELECT FROM migration m WHERE m.organisation_id = $1 AND m.project_id = $4 AND m.id <> $6)))`,
    [organisationId, known.projectId, renewed, projectId, keepIds, known.id],
  );
  if (there.rowCount !== 0) refuseFields({ path: 'projectId', outcome: 'ALREADY_IN_USE' });
}

/** Throws `invalid_input` for a wrong mapping and `title_taken`; `state_unfit` once the project has been created. */
export function map(
  services: Services,
  session: Session,
  migrationId: string,
  mapping: MigrationMapping,
): Promise<MigrationDetails> {
  return tenantTransaction(services.pool, session.organisationId, async (db) => {
    const known = await requireMigration(services, db, session, migrationId);
    // Once rows are written, another mapping would double them.
    if (!MAPPABLE.includes(known.state) || known.projectId !== null) throw new AppError('state_unfit');
    await checkMapping(services, db, session, known, mapping);
    await db.query(
      `UPDATE migration SET mapping = $3, state = 'ready', problem = NULL, detail = ''
       WHERE organisation_id = $1 AND id = $2`,
      [session.organisationId, migrationId, JSON.stringify(mapping)],
    );
    return { ...known, mapping, state: 'ready', problem: null, detail: '' };
  });
}

export async function run(services: Services, session: Session, migrationId: string): Promise<Migration> {
  await requireCreator(services.pool, session);
  return tenantTransaction(services.pool, session.organisationId, async (db) => {
    const known = await requireMigration(services, db, session, migrationId);
    if (known.state === 'migrating') return summary(known);
    if (!STARTABLE.includes(known.state)) throw new AppError('state_unfit');
    await db.query(
      `UPDATE migration SET state = 'migrating', problem = NULL, detail = '', done = 0
       WHERE organisation_id = $1 AND id = $2`,
      [session.organisationId, migrationId],
    );
    await enqueue(services, db, MIGRATE, session.organisationId, migrationId);
    return { ...summary(known), state: 'migrating', problem: null, detail: '', done: 0 };
  });
}

/** Without effect unless the import is running. Its job notices and stops. */
export function cancel(services: Services, session: Session, migrationId: string): Promise<Migration> {
  return tenantTransaction(services.pool, session.organisationId, async (db) => {
    const known = await requireMigration(services, db, session, migrationId);
    if (known.state !== 'migrating') return summary(known);
    await db.query(
      `UPDATE migration SET state = 'migration_failed', problem = 'cancelled', detail = ''
       WHERE organisation_id = $1 AND id = $2`,
      [session.organisationId, migrationId],
    );
    return { ...summary(known), state: 'migration_failed', problem: 'cancelled', detail: '' };
  });
}

export function remove(services: Services, session: Session, migrationId: string): Promise<void> {
  return tenantTransaction(services.pool, session.organisationId, async (db) => {
    if (!isRemovable(await requireMigration(services, db, session, migrationId))) throw new AppError('state_unfit');
    await db.query('DELETE FROM migration WHERE organisation_id = $1 AND id = $2', [
      session.organisationId,
      migrationId,
    ]);
  });
}

/** Deletes the project that the import created; the import can then be mapped and run again. */
export async function undo(services: Services, session: Session, migrationId: string): Promise<Migration> {
  const { organisationId } = session;
  return systemTransaction(services.pool, async (db) => {
    const known = await requireMigration(services, db, session, migrationId);
    if (known.state === 'migrating' || known.projectId === null) throw new AppError('state_unfit');
    await deleteProject(db, { organisationId, projectId: known.projectId });
    await db.query(
      `UPDATE migration SET state = 'ready', problem = NULL, detail = '', done = 0, project_id = NULL
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, migrationId],
    );
    return { ...summary(known), state: 'ready', problem: null, detail: '', done: 0, projectId: null };
  });
}
