// Project activity, read page by page from the change log and limited to rows the reader can see.

import { ACTIVITY_GROUPS, activityOf, ENTITIES_OF } from '@plumbline/core/features/dashboard/activity';
import type { ActivityEntry, projectActivity } from '@plumbline/core/features/dashboard/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { Actor } from '@plumbline/core/site/actor';
import { seesContactData } from '@plumbline/core/site/contact-data';
import type { Entity } from '@plumbline/core/site/entities';
import type { PostFile } from '@plumbline/core/site/rows/media';
import type { PoolClient } from 'pg';
import { prepared } from '../../db/prepared-statement.ts';
import { ROW_TYPES, tableOf } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, sincePublished, visible } from '../../db/tx/visibility.ts';
import { nameOf } from '../../lists/person-names.ts';

type Query = RequestOf<typeof projectActivity>['query'];
type Side = Record<string, unknown>;

type Row = {
  position: number;
  at: string;
  entity: Entity;
  actorId: string | null;
  actorName: string;
  before: Side | null;
  after: Side;
  row: Side;
  pin: ActivityEntry['pin'];
  task: ActivityEntry['task'];
};

/** Pages read per request, since consecutive changes may not belong to the activity feed. */
const MAX_PAGES_PER_REQUEST = 5;

/** Default page size of the screens. */
const DEFAULT_PAGE_SIZE = 50;

const PIN = `json_build_object('id', p.id, 'number', p.number, 'title', p.title, 'planId', p.plan_id)`;
const TASK = `json_build_object('id', k.id, 'number', k.number, 'title', k.title)`;

/** Current values of the row shown for a change, by entity. */
const NOW: Partial<Record<Entity, string>> = {
  task: `json_build_object('assigneeId', r.assignee_id)`,
  comment: `json_build_object('text', r.text)`,
  plan: `json_build_object('name', r.name, 'type', r.type)`,
  revision: `json_build_object('version', r.version, 'plan',
    (SELECT l.name FROM plan l WHERE l.organisation_id = $1 AND l.id = r.plan_id))`,
  member: `json_build_object('firstName', r.first_name, 'lastName', r.last_name, 'email', r.email)`,
  team: `json_build_object('title', r.title)`,
  project: `json_build_object('title', r.title)`,
  category: `json_build_object('title', r.title)`,
  field: `json_build_object('title', r.title)`,
};

/** A member without a name is called by email address, where the reader may see it. */
const now = (entity: Entity, actor: Actor): string =>
  (entity === 'member' && !seesContactData(actor) ? NOW.member?.replace('r.email', 'r.company_name') : NOW[entity]) ??
  `'{}'::json`;

/** The changed row with its pin and task, if the reader can see it. */
function seen(entity: Entity, actor: Actor, params: Params): string {
  const onPin = entity === 'task' || entity === 'post' || entity === 'comment';
  const pin = entity === 'pin' ? PIN.replaceAll('p.', 'r.') : onPin ? PIN : 'NULL::json';
  const task = entity === 'task' ? TASK.replaceAll('k.', 'r.') : onPin ? TASK : 'NULL::json';
  const joined = onPin
    ? `LEFT JOIN pin p ON p.organisation_id = $1 AND p.id = r.pin_id
       LEFT JOIN task k ON k.organisation_id = $1 AND k.id = ${entity === 'task' ? 'r.id' : 'r.task_id'}`
    : '';
  const given =
    entity === 'task'
      ? ` AND (r.created_by = ${params.once(`user ${actor.userId}`, actor.userId, 'uuid')} OR ${sincePublished('c')})`
      : '';
  return `SELECT ${now(entity, actor)} AS row, ${pin} AS pin,
      CASE WHEN ${onPin ? 'k.id IS NULL' : 'true'} THEN NULL ELSE ${task} END AS task
    FROM ${tableOf(entity)} r ${joined} WHERE c.entity = '${entity}' AND r.organisation_id = $1 AND r.project_id = $2
      AND r.id = c.entity_id AND ${visible(entity, 'r', actor, params)}${given}`;
}

function filesOf({ entity, before, after }: Row): PostFile[] {
  if (before !== null || entity !== 'post' || !Array.isArray(after.files)) return [];
  // The audit entry of a new post contains the post itself.
  return (after.files as PostFile[]).slice(0, 6);
}

async function readPage(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  actor: Actor,
  query: Query,
): Promise<Row[]> {
  const params = new Params(organisationId, projectId);
  const entities = query.group ? ENTITIES_OF[query.group] : ACTIVITY_GROUPS.flatMap((group) => ENTITIES_OF[group]);
  const zone = `(SELECT timezone FROM project WHERE organisation_id = $1 AND id = $2)`;
  const conditions = [
    `c.entity = ANY (${params.add(entities, 'text[]')})`,
    ...(query.below === undefined ? [] : [`c.position < ${params.add(query.below, 'bigint')}`]),
    ...(query.person === undefined ? [] : [`c.actor_id = ${params.add(query.person, 'uuid')}`]),
    ...(query.from === undefined ? [] : [`c.at >= ${params.add(query.from, 'timestamp')} AT TIME ZONE ${zone}`]),
    ...(query.to === undefined
      ? []
      : [`c.at < (${params.add(query.to, 'timestamp')} + interval '1 day') AT TIME ZONE ${zone}`]),
  ];
  const rows = entities.map((entity) => seen(entity, actor, params)).join(' UNION ALL ');
  const text = `SELECT c.position, c.at, c.entity, c.actor_id AS "actorId", ${nameOf('c.actor_id')} AS "actorName",
             c.before, c.after, shown.row, shown.pin, shown.task
           FROM change c CROSS JOIN LATERAL (${rows} OFFSET 0) shown
           WHERE c.organisation_id = $1 AND c.project_id = $2 AND ${conditions.join(' AND ')}
           ORDER BY c.position DESC LIMIT ${query.size}`;
  const often =
    query.size === DEFAULT_PAGE_SIZE && [query.person, query.from, query.to].every((one) => one === undefined);
  const found = await db.query<Row>({
    ...(often ? prepared(text) : { text }),
    values: params.values,
    types: ROW_TYPES,
  });
  return found.rows;
}

export async function readActivity(
  db: PoolClient,
  projectKey: ProjectKey,
  actor: Actor,
  query: Query,
): Promise<ReplyOf<typeof projectActivity>> {
  const entries: ActivityEntry[] = [];
  let below = query.below;
  for (let page = 0; page < MAX_PAGES_PER_REQUEST; page += 1) {
    const rows = await readPage(db, projectKey, actor, { ...query, below });
    for (const row of rows) {
      const entry = activityOf(row, row.row);
      below = row.position;
      if (!entry) continue;
      const { position, at, actorId, actorName, pin, task } = row;
      entries.push({ position, at, actorId, actorName, pin, task, ...entry, files: filesOf(row) });
      if (entries.length === query.size) return { entries, next: below };
    }
    if (rows.length < query.size) return { entries, next: null };
  }
  return { entries, next: below ?? null };
}
