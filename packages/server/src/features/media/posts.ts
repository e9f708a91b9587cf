// The posts of a project, newest first, limited to what the reader can see.
import type { listPosts, ShownPost } from '@plumbline/core/features/media/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { Actor } from '@plumbline/core/site/actor';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { pageOf } from '../../lists/page.ts';
import { nameOf } from '../../lists/person-names.ts';

type Place = { organisationId: string; projectId: string };
type Query = RequestOf<typeof listPosts>['query'];

function conditions(query: Query, actor: Actor, params: Params): string {
  const among = (column: string, values: readonly string[] | undefined, type: string) =>
    values?.length ? [`${column} = ANY (${params.add(values, `${type}[]`)})`] : [];
  return [
    'r.organisation_id = $1 AND r.project_id = $2',
    visible('post', 'r', actor, params),
    ...among('r.type', query.type, 'text'),
    ...among('r.pin_id', query.pin, 'uuid'),
    ...among('r.task_id', query.task, 'uuid'),
    ...among('p.plan_id', query.plan, 'uuid'),
    ...among('r.created_by', query.creator, 'uuid'),
    ...(query.from ? [`r.created_at >= ${params.add(`${query.from}T00:00:00Z`, 'timestamptz')}`] : []),
    ...(query.to ? [`r.created_at < ${params.add(`${query.to}T00:00:00Z`, 'timestamptz')} + interval '1 day'`] : []),
    ...(query.state === 'all' ? [] : [`r.active = ${params.add(query.state === 'active', 'boolean')}`]),
  ].join(' AND ');
}

const FROM = 'FROM post r JOIN pin p ON p.organisation_id = r.organisation_id AND p.id = r.pin_id';

export async function readPosts(
  db: PoolClient,
  { organisationId, projectId }: Place,
  actor: Actor,
  query: Query,
): Promise<ReplyOf<typeof listPosts>> {
  const params = new Params(organisationId, projectId);
  const where = conditions(query, actor, params);
  const counted = await db.query<{ count: string }>(`SELECT count(*) ${FROM} WHERE ${where}`, params.values);
  const limit = params.add(query.size, 'integer');
  const offset = params.add(query.page * query.size, 'bigint');
  const found = await db.query({
    text: `SELECT ${selectList('post', 'r')}, p.number AS "pinNumber", p.title AS "pinTitle",
             ${nameOf('r.created_by')} AS "createdByName"
           ${FROM} WHERE ${where} ORDER BY r.created_at DESC, r.id LIMIT ${limit} OFFSET ${offset}`,
    values: params.values,
    types: ROW_TYPES,
  });
  // The select list is derived from the entity's row schema.
  return pageOf(found.rows as ShownPost[], Number(counted.rows[0]?.count ?? 0), query);
}
