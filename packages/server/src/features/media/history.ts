// History of a pin or task and everything on it, read from the change log and limited to rows the reader can see.
import type { Actor } from '@plumbline/core/site/actor';
import type { ChangeEntry } from '@plumbline/core/site/history';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, sincePublished, visible } from '../../db/tx/visibility.ts';
import { type Page, pageOf } from '../../lists/page.ts';
import { nameOf } from '../../lists/person-names.ts';

type Subject = { entity: 'pin' | 'task'; id: string };

/** The rows whose changes are listed: the subject and its children. */
function rowsOf({ entity }: Subject, actor: Actor, params: Params): string {
  const media = (['post', 'comment'] as const).map(
    (
      name,
    ) => `SELECT '${name}' AS entity, m.id, NULL::uuid AS maker FROM ${name} m WHERE m.organisation_id = $1 AND m.project_id = $2
      AND m.${entity}_id = $3 AND ${visible(name, 'm', actor, params)}`,
  );
  const tasks = `SELECT 'task' AS entity, t.id, t.created_by AS maker FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2
    AND t.${entity === 'pin' ? 'pin_id' : 'id'} = $3 AND ${visible('task', 't', actor, params)}`;
  const pin = `SELECT 'pin' AS entity, p.id, NULL::uuid AS maker FROM pin p WHERE p.organisation_id = $1 AND p.project_id = $2
    AND p.id = $3 AND ${visible('pin', 'p', actor, params)}`;
  return [...(entity === 'pin' ? [pin] : []), tasks, ...media].join(' UNION ALL ');
}

/** Newest first. The caller checks whether the reader can see the subject. */
export async function readHistory(
  db: PoolClient,
  projectKey: ProjectKey,
  actor: Actor,
  subject: Subject,
  query: { page: number; size: number },
): Promise<Page<ChangeEntry>> {
  const params = new Params(projectKey.organisationId, projectKey.projectId, subject.id, actor.userId);
  const from = `FROM (${rowsOf(subject, actor, params)}) shown
    JOIN change c ON c.organisation_id = $1 AND c.project_id = $2 AND c.entity_id = shown.id AND c.entity = shown.entity
    WHERE c.entity <> 'task' OR shown.maker = $4::uuid OR ${sincePublished('c')}`;
  const total = await db.query<{ count: string }>(`SELECT count(*) ${from}`, params.values);
  const found = await db.query<ChangeEntry>({
    text: `SELECT c.position, c.at, c.entity, c.entity_id AS "entityId", c.action, c.actor_id AS "actorId",
             ${nameOf('c.actor_id')} AS "actorName", c.before, c.after
           ${from} ORDER BY c.position DESC LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
    values: params.values,
    types: ROW_TYPES,
  });
  return pageOf(found.rows, Number(total.rows[0]?.count ?? 0), query);
}
