// Lists of groups and the pins of a group, as SQL.
import type { GroupEntry, listGroups } from '@plumbline/core/features/groups/contract';
import { MAX_EXACT_COUNT } from '@plumbline/core/features/pins/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import { type GroupRow, MAX_GROUPS } from '@plumbline/core/site/rows/groups';
import { pinFilter } from '@plumbline/core/site/values/pin-filter';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { pageOf } from '../../lists/page.ts';
import { nameOf } from '../../lists/person-names.ts';
import { patterns } from '../../lists/search-patterns.ts';
import { pinConditions } from '../pins/conditions.ts';
import type { PinScope } from '../pins/read.ts';
import { readToday } from '../tasks/today.ts';

export type Reader = { db: PoolClient; projectKey: ProjectKey; actor: Actor; now: Date };
type Query = RequestOf<typeof listGroups>['query'];
type GroupQueryRow = GroupRow & { createdByName: string };

const KEYS: Record<Exclude<Query['sort'], 'count'>, string> = {
  title: 'g.title COLLATE natural_order',
  createdAt: 'g.created_at',
  changedAt: 'g.changed_at',
};

const SELECT = `SELECT ${selectList('group', 'g')}, ${nameOf('g.created_by')} AS "createdByName" FROM pin_group g`;

/** For order by count, rows are read by title: counts are computed per group, not by the query. */
const orderOf = (sort: Query['sort'], order: Query['order']): string =>
  sort === 'count' ? KEYS.title : `${KEYS[sort]} ${order}${sort === 'title' ? '' : `, ${KEYS.title}`}`;

/** The matching groups in order, from an offset on. */
async function foundGroups(
  { db, projectKey, actor }: Reader,
  { search, state, sort, order }: Omit<Query, 'page' | 'size'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: GroupQueryRow[]; total: number }> {
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const where = [
    'g.organisation_id = $1 AND g.project_id = $2',
    visible('group', 'g', actor, params),
    ...(state === 'all' ? [] : [`g.active = ${params.add(state === 'active', 'boolean')}`]),
    ...patterns(search).map((pattern) => `g.title ILIKE ${params.add(pattern, 'text')}`),
  ].join(' AND ');
  const counted = await db.query<{ total: number }>({
    text: `SELECT count(*) AS total FROM pin_group g WHERE ${where}`,
    values: params.values,
    types: ROW_TYPES,
  });
  const found = await db.query<GroupQueryRow>({
    text: `${SELECT} WHERE ${where} ORDER BY ${orderOf(sort, order)}, g.id LIMIT ${limit} OFFSET ${offset}`,
    values: params.values,
    types: ROW_TYPES,
  });
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** The pins of a group as a condition on `p`; a manual group has its own order. */
export function withinGroup({ db, projectKey, actor }: Reader, group: GroupRow): PinScope {
  return async (params, today) => {
    if (group.kind === 'manual') {
      const ids = params.add(group.pinIds, 'uuid[]');
      return { where: `p.id = ANY (${ids})`, order: `array_position(${ids}, p.id)` };
    }
    const filter = pinFilter.parse(group.filter ?? {});
    return { where: await pinConditions(db, projectKey, { actor, filter, params, today }) };
  };
}

async function countPins(reader: Reader, group: GroupRow, today: string): Promise<{ pins: number; exact: boolean }> {
  const { db, projectKey, actor } = reader;
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const { where } = await withinGroup(reader, group)(params, today);
  const counted = await db.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM (SELECT FROM pin p WHERE p.organisation_id = $1 AND p.project_id = $2
      AND ${visible('pin', 'p', actor, params)} AND ${where} LIMIT ${MAX_EXACT_COUNT + 1}) found`,
    values: params.values,
    types: ROW_TYPES,
  });
  const count = counted.rows[0]?.count ?? 0;
  return { pins: Math.min(count, MAX_EXACT_COUNT), exact: count <= MAX_EXACT_COUNT };
}

async function entryOf(reader: Reader, row: GroupQueryRow, today: string): Promise<GroupEntry> {
  const { pinIds: _pinIds, ...shown } = row;
  return { ...shown, ...(await countPins(reader, row, today)) };
}

async function entriesOf(reader: Reader, rows: readonly GroupQueryRow[]): Promise<GroupEntry[]> {
  const today = await readToday(reader.db, reader.projectKey, reader.now);
  const entries: GroupEntry[] = [];
  // Sequential, because they share the connection.
  for (const row of rows) entries.push(await entryOf(reader, row, today));
  return entries;
}

/** A project has few enough groups to count all of them for the order. */
async function readByCount(reader: Reader, query: Query): Promise<ReplyOf<typeof listGroups>> {
  const { page, size, order } = query;
  const { rows, total } = await foundGroups(reader, query, { offset: 0, limit: MAX_GROUPS });
  const sign = order === 'asc' ? 1 : -1;
  const weight = ({ pins, exact }: GroupEntry) => (exact ? pins : MAX_EXACT_COUNT + 1);
  const all = (await entriesOf(reader, rows)).toSorted((a, b) => sign * (weight(a) - weight(b)));
  return pageOf(all.slice(page * size, (page + 1) * size), total, query);
}

/** One page of the groups that match. */
export async function readGroups(reader: Reader, query: Query): Promise<ReplyOf<typeof listGroups>> {
  const { page, size, sort } = query;
  if (sort === 'count') return readByCount(reader, query);
  const { rows, total } = await foundGroups(reader, query, { offset: page * size, limit: size });
  return pageOf(await entriesOf(reader, rows), total, query);
}

/** One group as the reader sees it. Throws `not_found` for missing and hidden groups alike. */
export async function readGroup({ db, projectKey, actor }: Reader, groupId: string): Promise<GroupQueryRow> {
  const params = new Params(projectKey.organisationId, projectKey.projectId, groupId);
  const found = await db.query<GroupQueryRow>({
    text: `${SELECT} WHERE g.organisation_id = $1 AND g.project_id = $2 AND g.id = $3 AND ${visible('group', 'g', actor, params)}`,
    values: params.values,
    types: ROW_TYPES,
  });
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return row;
}
