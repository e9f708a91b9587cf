// Project folders of an organisation. Changes are serialised so that two concurrent moves cannot form a cycle.
import { accessRoleOf, type Role } from '@plumbline/core/access/capabilities';
import {
  type FolderActor,
  type FolderNode,
  MAX_FOLDERS,
  mayChangeFolder,
  mayCreateFolder,
  mayMoveProject,
  visibleFolders,
  wouldCreateCycle,
} from '@plumbline/core/features/projects/folders';
import type { createProjectFolder, moveProjects } from '@plumbline/core/features/projects/folders-contract';
import { titleKey } from '@plumbline/core/features/projects/rules';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, type ErrorCode, refuseFields } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';

export async function readFolderActor(pool: Pool, session: Session): Promise<FolderActor> {
  const { userId, organisationId, admin } = session;
  const found = await pool.query<{ createProjects: boolean }>(
    'SELECT create_projects AS "createProjects" FROM organisation_member WHERE organisation_id = $1 AND user_id = $2',
    [organisationId, userId],
  );
  return { userId, admin, createProjects: found.rows[0]?.createProjects ?? false };
}

export type FolderRow = FolderNode & { name: string; createdAt: Date; changedAt: Date };

/** All folders of the organisation, by id. */
export async function readTree(db: PoolClient, organisationId: string): Promise<Map<string, FolderRow>> {
  const found = await db.query<FolderRow>(
    `SELECT id, parent_id AS "parentId", name, created_by AS "createdBy", created_at AS "createdAt", changed_at AS "changedAt"
     FROM project_folder WHERE organisation_id = $1 ORDER BY name COLLATE natural_order, id`,
    [organisationId],
  );
  return new Map(found.rows.map((row) => [row.id, row]));
}

/** Folders that contain a project of which the user is a member. */
async function foldersWithOwnProjects(db: PoolClient, { organisationId, userId }: Session): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    `SELECT DISTINCT e.folder_id AS id FROM project_folder_entry e JOIN member m ON m.organisation_id = e.organisation_id
       AND m.project_id = e.project_id AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'
     WHERE e.organisation_id = $1`,
    [organisationId, userId],
  );
  return found.rows.map((row) => row.id);
}

type Open = { db: PoolClient; actor: FolderActor; folders: Map<string, FolderRow>; seen: Set<string>; now: Date };

/** A transaction over the folders: no other change of the organisation's folders runs at the same time. */
async function change<T>(services: Services, session: Session, work: (open: Open) => Promise<T>): Promise<T> {
  const actor = await readFolderActor(services.pool, session);
  const { organisationId } = session;
  return tenantTransaction(services.pool, organisationId, async (db) => {
    await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('project folders ' || $1::text, 0))`, [
      organisationId,
    ]);
    const folders = await readTree(db, organisationId);
    const holding = actor.admin ? [] : await foldersWithOwnProjects(db, session);
    return work({ db, actor, folders, seen: visibleFolders(folders, actor, holding), now: services.clock.now() });
  });
}

/** A folder the caller cannot see is treated as missing. */
function requireFolder({ folders, seen, actor }: Open, folderId: string): FolderRow {
  const folder = folders.get(folderId);
  if (!folder || !seen.has(folderId)) throw new AppError('not_found');
  if (!mayChangeFolder(actor, folder)) throw new AppError('forbidden');
  return folder;
}

/** Whether a folder that the caller sees in this place has the name. Names in hidden folders are not disclosed. */
const isTaken = ({ folders, seen }: Open, { id, name, parentId }: Pick<FolderRow, 'id' | 'name' | 'parentId'>) =>
  [...folders.values()].some(
    (one) => one.id !== id && one.parentId === parentId && seen.has(one.id) && titleKey(one.name) === titleKey(name),
  );

function requireName(open: Open, folder: Pick<FolderRow, 'id' | 'name' | 'parentId'>): void {
  if (isTaken(open, folder)) {
    throw new AppError('title_taken', { fields: [{ path: 'name', outcome: 'ALREADY_IN_USE' }] });
  }
}

function requirePlace({ seen }: Open, parentId: string | null): void {
  if (parentId !== null && !seen.has(parentId)) throw new AppError('not_found');
}

export function makeFolder(
  services: Services,
  session: Session,
  { id, name, parentId }: RequestOf<typeof createProjectFolder>['body'],
): Promise<void> {
  return change(services, session, async (open) => {
    const { db, actor, folders, now } = open;
    if (!mayCreateFolder(actor)) throw new AppError('forbidden');
    requirePlace(open, parentId);
    if (folders.size >= MAX_FOLDERS) refuseFields({ path: 'name', outcome: 'TOO_BIG' });
    if (!folders.has(id)) requireName(open, { id, name, parentId });
    const created = await db.query(
      `INSERT INTO project_folder (organisation_id, id, parent_id, name, created_by, created_at, changed_by, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $5, $6) ON CONFLICT DO NOTHING`,
      [session.organisationId, id, parentId, name, session.userId, now],
    );
    if (created.rowCount !== 1) throw new AppError('already_exists');
  });
}

export function renameFolder(services: Services, session: Session, folderId: string, name: string): Promise<void> {
  return change(services, session, async (open) => {
    requireName(open, { ...requireFolder(open, folderId), name });
    await open.db.query(
      'UPDATE project_folder SET name = $3, changed_by = $4, changed_at = $5 WHERE organisation_id = $1 AND id = $2',
      [session.organisationId, folderId, name, session.userId, open.now],
    );
  });
}

export function deleteFolder(services: Services, session: Session, folderId: string): Promise<void> {
  return change(services, session, async (open) => {
    requireFolder(open, folderId);
    const gone = await open.db.query(
      `DELETE FROM project_folder f WHERE f.organisation_id = $1 AND f.id = $2
         AND NOT EXISTS (SELECT FROM project_folder i WHERE i.organisation_id = $1 AND i.parent_id = $2)
         AND NOT EXISTS (SELECT FROM project_folder_entry i WHERE i.organisation_id = $1 AND i.folder_id = $2)`,
      [session.organisationId, folderId],
    );
    if (gone.rowCount !== 1) throw new AppError('folder_not_empty');
  });
}

type Move = RequestOf<typeof moveProjects>['body'];
type Moved = ReplyOf<typeof moveProjects>;

async function moveFolders(open: Open, session: Session, { folderIds, parentId }: Move, result: Moved): Promise<void> {
  const { db, actor, folders, seen, now } = open;
  const going: string[] = [];
  for (const id of new Set(folderIds)) {
    const folder = folders.get(id);
    const refusal: ErrorCode | undefined =
      !folder || !seen.has(id)
        ? 'not_found'
        : !mayChangeFolder(actor, folder)
          ? 'forbidden'
          : wouldCreateCycle(folders, id, parentId)
            ? 'invalid_input'
            : folder.parentId !== parentId && isTaken(open, { ...folder, parentId })
              ? 'title_taken'
              : undefined;
    if (refusal || !folder) result.skipped.push({ id, code: refusal ?? 'not_found' });
    else {
      folders.set(id, { ...folder, parentId });
      going.push(id);
    }
  }
  await db.query(
    `UPDATE project_folder SET parent_id = $3, changed_by = $4, changed_at = $5
     WHERE organisation_id = $1 AND id = ANY ($2::uuid[])`,
    [session.organisationId, going, parentId, session.userId, now],
  );
  result.moved.push(...going);
}

async function placeProjects(
  open: Open,
  session: Session,
  { projectIds, parentId }: Move,
  result: Moved,
): Promise<void> {
  const { db, actor, now } = open;
  const requested = [...new Set(projectIds)];
  const found = await db.query<{ id: string; role: Role | null; ownerId: string | null; assistantId: string | null }>(
    `SELECT r.id, m.role, r.owner_id AS "ownerId", r.assistant_id AS "assistantId" FROM project r LEFT JOIN member m ON m.organisation_id = r.organisation_id AND m.project_id = r.id
       AND m.user_id = $3 AND m.state = 'active' AND m.role <> 'none'
     WHERE r.organisation_id = $1 AND r.id = ANY ($2::uuid[])`,
    [session.organisationId, requested, session.userId],
  );
  const roles = new Map(found.rows.map((row) => [row.id, row.role && accessRoleOf(row.role, row, session.userId)]));
  const going: string[] = [];
  for (const id of requested) {
    const role = roles.get(id);
    if (role === undefined || (role === null && !actor.admin)) result.skipped.push({ id, code: 'not_found' });
    else if (!mayMoveProject(actor, role)) result.skipped.push({ id, code: 'forbidden' });
    else going.push(id);
  }
  if (parentId === null) {
    await db.query('DELETE FROM project_folder_entry WHERE organisation_id = $1 AND project_id = ANY ($2::uuid[])', [
      session.organisationId,
      going,
    ]);
  } else {
    await db.query(
      `INSERT INTO project_folder_entry (organisation_id, project_id, folder_id, moved_by, moved_at)
       SELECT $1, id, $3, $4, $5 FROM unnest($2::uuid[]) id
       ON CONFLICT (organisation_id, project_id) DO UPDATE
         SET folder_id = excluded.folder_id, moved_by = excluded.moved_by, moved_at = excluded.moved_at`,
      [session.organisationId, going, parentId, session.userId, now],
    );
  }
  result.moved.push(...going);
}

/** Moves what the caller may move; the rest stays and is returned with its reason. */
export function moveAll(services: Services, session: Session, move: Move): Promise<Moved> {
  return change(services, session, async (open) => {
    requirePlace(open, move.parentId);
    const result: Moved = { moved: [], skipped: [] };
    await moveFolders(open, session, move, result);
    await placeProjects(open, session, move, result);
    return result;
  });
}

/**
 * Puts a new project into the folder it was created in, within the caller's transaction. Rejects a folder the caller
 * cannot see.
 */
export async function placeNew(
  db: PoolClient,
  session: Session,
  actor: FolderActor,
  { projectId, parentId, now }: { projectId: string; parentId: string; now: Date },
): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('project folders ' || $1::text, 0))`, [
    session.organisationId,
  ]);
  const folders = await readTree(db, session.organisationId);
  const holding = actor.admin ? [] : await foldersWithOwnProjects(db, session);
  if (!visibleFolders(folders, actor, holding).has(parentId)) refuseFields({ path: 'parentId', outcome: 'UNKNOWN' });
  await db.query(
    `INSERT INTO project_folder_entry (organisation_id, project_id, folder_id, moved_by, moved_at) VALUES ($1, $2, $3, $4, $5)`,
    [session.organisationId, projectId, parentId, session.userId, now],
  );
}

export async function markFavourite(
  services: Services,
  { organisationId, userId }: Session,
  projectId: string,
  favourite: boolean,
): Promise<void> {
  const now = services.clock.now();
  await tenantTransaction(services.pool, organisationId, (db) =>
    favourite
      ? db.query(
          `INSERT INTO project_favourite (organisation_id, user_id, project_id, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
          [organisationId, userId, projectId, now],
        )
      : db.query('DELETE FROM project_favourite WHERE organisation_id = $1 AND user_id = $2 AND project_id = $3', [
          organisationId,
          userId,
          projectId,
        ]),
  );
}
