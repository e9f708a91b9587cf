// Reads a project's change log from the saved position and writes notifications. One reader at a time; if it dies, the
// next one continues.
import { IMPORT_ACTION } from '@plumbline/core/features/archives/import';
import { PIN_IMPORT_ACTION, PIN_UNDO_ACTION } from '@plumbline/core/features/exchange/contract';
import {
  type ChangeContext,
  notificationsFor,
  type RelevantChange,
} from '@plumbline/core/features/notifications/rules';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { readActor } from '../../http/project-actor.ts';
import type { Services } from '../../platform/services.ts';
import { type NotificationCause, notify } from './notify.ts';

type Change = RelevantChange & { position: number; at: Date; action: string };
type Deps = Pick<Services, 'pool' | 'queue' | 'clock' | 'newId'>;

/** Changes per batch. */
const BATCH = 500;
const NOTIFIED_ENTITIES = ['task', 'comment', 'member'];
/** Nobody is notified of imported tasks and comments: they are not new. */
const SILENT_ACTIONS = [IMPORT_ACTION, PIN_IMPORT_ACTION, PIN_UNDO_ACTION];

/** Projects with unread log entries. */
export function unreadProjects(services: Pick<Services, 'pool'>): Promise<ProjectKey[]> {
  return systemTransaction(services.pool, async (db) => {
    const found = await db.query<ProjectKey>(
      `SELECT l.organisation_id AS "organisationId", l.project_id AS "projectId" FROM project_log l
       LEFT JOIN notification_cursor m ON m.organisation_id = l.organisation_id AND m.project_id = l.project_id
       WHERE l.head > coalesce(m.position, 0) ORDER BY 1, 2 LIMIT 1000`,
    );
    return found.rows;
  });
}

/** Reads everything new in a project. Returns how many notifications were written; 0 if another reader is active. */
export async function readChanges(services: Deps, projectKey: ProjectKey): Promise<number> {
  for (let written = 0; ; ) {
    const batch = await tenantTransaction(services.pool, projectKey.organisationId, (db) =>
      readBatch(services, db, projectKey),
    );
    written += batch.written;
    if (!batch.more) return written;
  }
}

async function readBatch(
  services: Deps,
  db: PoolClient,
  projectKey: ProjectKey,
): Promise<{ written: number; more: boolean }> {
  const ids = [projectKey.organisationId, projectKey.projectId];
  await db.query(
    // Inserts nothing for a project whose creation was rolled back.
    `INSERT INTO notification_cursor (organisation_id, project_id, position)
     SELECT organisation_id, project_id, 0 FROM project_log WHERE organisation_id = $1 AND project_id = $2
     ON CONFLICT DO NOTHING`,
    ids,
  );
  const mark = await db.query<{ position: string }>(
    'SELECT position FROM notification_cursor WHERE organisation_id = $1 AND project_id = $2 FOR UPDATE SKIP LOCKED',
    ids,
  );
  if (!mark.rows[0]) return { written: 0, more: false };
  const found = await db.query<Change>(
    `SELECT position::float8 AS position, entity, entity_id AS "entityId", actor_id AS "actorId", before, after, at, action FROM change
     WHERE organisation_id = $1 AND project_id = $2 AND position > $3 ORDER BY position LIMIT ${BATCH}`,
    [...ids, mark.rows[0].position],
  );
  const last = found.rows.at(-1);
  if (!last) return { written: 0, more: false };
  const notifications = await notificationsOf(
    services,
    db,
    projectKey,
    found.rows.filter((row) => NOTIFIED_ENTITIES.includes(row.entity) && !SILENT_ACTIONS.includes(row.action)),
  );
  const written = await notify(services, db, projectKey.organisationId, notifications);
  await db.query('UPDATE notification_cursor SET position = $3 WHERE organisation_id = $1 AND project_id = $2', [
    ...ids,
    last.position,
  ]);
  return { written, more: found.rows.length === BATCH };
}

type Rows = {
  tasks: Map<string, NonNullable<ChangeContext['task']>>;
  pins: Map<string, NonNullable<ChangeContext['pin']>>;
  comments: Map<string, NonNullable<ChangeContext['comment']> & { pinId: string; taskId: string | null }>;
  members: Map<string, NonNullable<ChangeContext['member']>>;
  teams: Map<string, string[]>;
};

async function notificationsOf(
  services: Deps,
  db: PoolClient,
  projectKey: ProjectKey,
  changes: readonly Change[],
): Promise<NotificationCause[]> {
  if (changes.length === 0) return [];
  const rows = await readRows(db, projectKey, changes);
  const sees = recipientsWhoCanSee(services, db, projectKey);
  const notifications: NotificationCause[] = [];
  for (const change of changes) {
    const comment = rows.comments.get(change.entityId);
    const task = rows.tasks.get(change.entity === 'task' ? change.entityId : (comment?.taskId ?? ''));
    const pin = rows.pins.get(task?.pinId ?? comment?.pinId ?? '');
    const member = rows.members.get(change.entityId);
    const around: ChangeContext = { task, pin, comment, member, membersOf: (team) => rows.teams.get(team) ?? [] };
    for (const { userId, kind, detail } of notificationsFor(change, around)) {
      if (!(await sees(userId, change))) continue;
      const source = `change:${projectKey.projectId}:${change.position}:${kind}`;
      notifications.push({
        userId,
        kind,
        detail,
        source,
        projectId: projectKey.projectId,
        actorId: change.actorId,
        at: change.at,
      });
    }
  }
  return notifications;
}

async function readRows(db: PoolClient, projectKey: ProjectKey, changes: readonly Change[]): Promise<Rows> {
  const ids = [projectKey.organisationId, projectKey.projectId];
  const of = (entity: string) => changes.filter((change) => change.entity === entity).map((change) => change.entityId);
  const read = async <T extends { id: string }>(
    columns: string,
    table: string,
    among: readonly string[],
  ): Promise<Map<string, T>> => {
    if (among.length === 0) return new Map();
    const sql = `SELECT id, ${columns} FROM ${table} WHERE organisation_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])`;
    const found = await db.query<T>(sql, [...ids, among]);
    return new Map(found.rows.map((row) => [row.id, row]));
  };
  const comments = await read<{ id: string; text: string; mentions: string[]; pinId: string; taskId: string | null }>(
    'text, mentions, pin_id AS "pinId", task_id AS "taskId"',
    'comment',
    of('comment'),
  );
  const taskIds = [...of('task'), ...[...comments.values()].flatMap((comment) => comment.taskId ?? [])];
  const tasks = await read<NonNullable<ChangeContext['task']>>(
    'pin_id AS "pinId", number, title, status, assignee_type AS "assigneeType", assignee_id AS "assigneeId", created_by AS "createdBy"',
    'task',
    taskIds,
  );
  const pinIds = [
    ...[...tasks.values()].map((task) => task.pinId),
    ...[...comments.values()].map((comment) => comment.pinId),
  ];
  const teams = await db.query<{ id: string; members: string[] }>(
    'SELECT id, member_ids AS members FROM team WHERE organisation_id = $1 AND project_id = $2 AND active',
    ids,
  );
  return {
    comments,
    tasks,
    pins: await read<NonNullable<ChangeContext['pin']>>(
      'plan_id AS "planId", number, title, created_by AS "createdBy"',
      'pin',
      pinIds,
    ),
    members: await read<NonNullable<ChangeContext['member']> & { id: string }>(
      'user_id AS "userId", state',
      'member',
      of('member'),
    ),
    teams: new Map(teams.rows.map((row) => [row.id, row.members])),
  };
}

/** Whether a user can see the changed row: no one is notified of what their role hides. */
export function recipientsWhoCanSee(services: Deps, db: PoolClient, projectKey: ProjectKey) {
  const actors = new Map<string, Awaited<ReturnType<typeof readActor>> | null>();
  return async (userId: string, { entity, entityId }: Pick<Change, 'entity' | 'entityId'>): Promise<boolean> => {
    if (!actors.has(userId)) {
      const who = { organisationId: projectKey.organisationId, userId };
      const actor = await readActor(services.pool, who, projectKey.projectId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') return null;
        throw error;
      });
      actors.set(userId, actor);
    }
    const actor = actors.get(userId);
    if (!actor) return false;
    if (entity !== 'task' && entity !== 'comment') return true;
    const params = new Params(projectKey.organisationId, projectKey.projectId, entityId);
    const found = await db.query(
      `SELECT 1 FROM ${entity} r WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = $3 AND ${visible(entity, 'r', actor, params)}`,
      params.values,
    );
    return found.rowCount === 1;
  };
}
