// Reads members, teams and possible assignees.
import type { AssigneeEntry, listAssignees, listMembers, listTeams } from '@plumbline/core/features/people/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { Actor } from '@plumbline/core/site/actor';
import { readableBy, seesContactData } from '@plumbline/core/site/contact-data';
import type { MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params } from '../../db/tx/visibility.ts';
import { contactAssigneeState, memberAssigneeState, teamAssigneeState } from '../../lists/assignee-state.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';

type Paging = { page: number; size: number };
type Counted = { count: number };

async function page<T extends object>(
  db: PoolClient,
  params: Params,
  { select, order }: { select: string; order: string },
  query: Paging,
) {
  const total = await db.query<Counted>({
    text: `SELECT count(*) AS count FROM (${select}) every`,
    values: params.values,
    types: ROW_TYPES,
  });
  const found = await db.query<T>({
    text: `SELECT * FROM (${select}) listed ORDER BY ${order} LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
    values: params.values,
    types: ROW_TYPES,
  });
  return pageOf(found.rows, total.rows[0]?.count ?? 0, query);
}

const having = (text: string, search: string | undefined, params: Params): string =>
  patterns(search)
    .map((pattern) => ` AND ${text} ILIKE ${params.add(pattern)}`)
    .join('');

export async function readMembers(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  actor: Actor,
  query: RequestOf<typeof listMembers>['query'],
): Promise<ReplyOf<typeof listMembers>> {
  const params = new Params(organisationId, projectId);
  const current = query.state === 'current' ? ` AND r.state <> 'removed'` : '';
  const email = seesContactData(actor) ? ', r.email' : '';
  const words = having(
    `concat_ws(' ', r.first_name, r.last_name, r.company_name, r.craft${email})`,
    query.search,
    params,
  );
  const select = `SELECT ${selectList('member', 'r')} FROM member r WHERE r.organisation_id = $1 AND r.project_id = $2${current}${words}`;
  const order = `"lastName" COLLATE natural_order, "firstName" COLLATE natural_order, id`;
  const found = await page<MemberRow>(db, params, { select, order }, query);
  return { ...found, content: found.content.map((row) => readableBy(actor, row)) };
}

export function readTeams(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  query: RequestOf<typeof listTeams>['query'],
): Promise<ReplyOf<typeof listTeams>> {
  const params = new Params(organisationId, projectId);
  const words = having(`concat_ws(' ', r.title, r.company_name, r.craft)`, query.search, params);
  const select = `SELECT ${selectList('team', 'r')} FROM team r WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.active${words}`;
  return page<TeamRow>(db, params, { select, order: 'title COLLATE natural_order, id' }, query);
}

/** Teams first, then users, then contacts, each by name, and Various at the end. */
export function readAssignees(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  query: RequestOf<typeof listAssignees>['query'],
): Promise<ReplyOf<typeof listAssignees>> {
  const params = new Params(organisationId, projectId);
  const requested = params.add(query.id ?? [], 'uuid[]');
  const words = having(`concat_ws(' ', every.name, every."companyName", every.craft)`, query.search, params);
  const only = query.id === undefined ? `every.state = 'Active'` : `every.id = ANY (${requested})`;
  const select = `SELECT * FROM (
      SELECT t.id, 'TeamGroup' AS type, t.title AS name, t.company_name AS "companyName", t.craft,
        jsonb_array_length(t.member_ids) AS "memberCount", ${teamAssigneeState('t')} AS state
      FROM team t WHERE t.organisation_id = $1 AND t.project_id = $2
      UNION ALL
      SELECT m.user_id, 'User', concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, '')), m.company_name, m.craft,
        1, ${memberAssigneeState('m')}
      FROM member m WHERE m.organisation_id = $1 AND m.project_id = $2
      UNION ALL
      SELECT k.contact_id, 'Contact', concat_ws(' ', nullif(k.first_name, ''), nullif(k.last_name, '')), k.company_name, k.craft,
        1, ${contactAssigneeState('k')}
      FROM contact k WHERE k.organisation_id = $1 AND k.project_id = $2
      UNION ALL
      SELECT $2, 'Various', '', '', '', 0, 'Active') every
    WHERE ${only} AND ${requested} IS NOT NULL${words}`;
  return page<AssigneeEntry>(
    db,
    params,
    {
      select,
      order: `array_position(ARRAY['TeamGroup', 'User', 'Contact', 'Various'], type), name COLLATE natural_order, id`,
    },
    query,
  );
}
