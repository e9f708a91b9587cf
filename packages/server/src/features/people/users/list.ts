// Reads the people of an organisation: searched, filtered, sorted, and counted by status.
import { ORGANISATION_STATUSES } from '@plumbline/core/access/membership-status';
import { type listUsers, USER_ROLES, type UserEntry } from '@plumbline/core/features/people/users-contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { ROW_TYPES } from '../../../db/tx/columns.ts';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import { Params } from '../../../db/tx/visibility.ts';
import type { Session } from '../../../http/session.ts';
import { people } from '../../../lists/membership-status.ts';
import { pageOf } from '../../../lists/page.ts';
import { patterns } from '../../../lists/search-patterns.ts';
import type { Services } from '../../../platform/services.ts';

type Query = RequestOf<typeof listUsers>['query'];
type Row = Omit<UserEntry, 'state' | 'lastSeenAt'> & { status: UserEntry['state']; role: string };

const BY_NAME = `p."lastName" COLLATE natural_order, p."firstName" COLLATE natural_order, p.email`;
const place = (names: readonly string[], column: string): string =>
  `array_position(ARRAY[${names.map((name) => `'${name}'`).join(', ')}], ${column})`;

const ORDERS: Record<Query['sort'], string> = {
  name: `p."lastName" COLLATE natural_order`,
  email: 'p.email',
  company: `p."companyName" COLLATE natural_order`,
  role: place(USER_ROLES, 'p.role'),
  state: place(ORGANISATION_STATUSES, 'p.status'),
  licence: `coalesce(p.licence, 'none')`,
  projects: 'p.projects',
  createdAt: 'p."createdAt"',
};

function conditions(query: Query, params: Params): string {
  const text = `concat_ws(' ', p."firstName", p."lastName", p.email, p."companyName", p."jobTitle", p.department, p."internalId")`;
  const { state, role, licence, company } = query;
  return [
    state === undefined ? `p.status <> 'removed'` : `p.status = ${params.add(state)}`,
    ...(role === undefined ? [] : [`p.role = ${params.add(role)}`]),
    ...(licence === undefined ? [] : [`coalesce(p.licence, 'none') = ${params.add(licence)}`]),
    ...(company === undefined
      ? []
      : [company === 'none' ? 'p."companyId" IS NULL' : `p."companyId" = ${params.add(company, 'uuid')}`]),
    ...patterns(query.search).map((pattern) => `${text} ILIKE ${params.add(pattern)}`),
  ].join(' AND ');
}

/**
 * When each person was last seen in this organisation. Uses the pool directly: tenant transactions cannot read
 * sessions.
 */
async function lastSeen(
  { pool }: Services,
  organisationId: string,
  userIds: readonly string[],
): Promise<Map<string, Date>> {
  const found = await pool.query<{ userId: string; at: Date }>(
    `SELECT user_id AS "userId", max(last_used_at) AS at FROM session
     WHERE user_id = ANY ($2::uuid[]) AND organisation_id = $1 GROUP BY user_id`,
    [organisationId, userIds],
  );
  return new Map(found.rows.map(({ userId, at }) => [userId, at]));
}

async function entriesOf(services: Services, organisationId: string, rows: readonly Row[]): Promise<UserEntry[]> {
  const seen = await lastSeen(
    services,
    organisationId,
    rows.map((row) => row.userId),
  );
  return rows.map(({ status, role: _role, ...row }) => ({
    ...row,
    state: status,
    lastSeenAt: seen.get(row.userId)?.toISOString() ?? null,
  }));
}

export async function readUsers(
  services: Services,
  { organisationId }: Session,
  query: Query,
): Promise<ReplyOf<typeof listUsers>> {
  const now = services.clock.now();
  const { rows, total } = await tenantSnapshot(services.pool, organisationId, async (db) => {
    const params = new Params(organisationId);
    const from = `FROM ${people(params, now, query.state)} WHERE ${conditions(query, params)}`;
    const direction = query.reverse === 'true' ? 'DESC' : 'ASC';
    const found = await db.query<Row & { total: number }>({
      text: `SELECT p.*, count(*) OVER () AS total ${from} ORDER BY ${ORDERS[query.sort]} ${direction}, ${BY_NAME}, p."userId"
        LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
      values: params.values,
      types: ROW_TYPES,
    });
    const first = found.rows[0];
    if (first || query.page === 0) {
      return { rows: found.rows.map(({ total: _total, ...row }) => row), total: first?.total ?? 0 };
    }
    // The page is beyond the last one; the total is still needed.
    const again = new Params(organisationId);
    const counted = await db.query<{ total: number }>({
      text: `SELECT count(*) AS total FROM ${people(again, now, query.state)} WHERE ${conditions(query, again)}`,
      values: again.values,
      types: ROW_TYPES,
    });
    return { rows: [], total: counted.rows[0]?.total ?? 0 };
  });
  return pageOf(await entriesOf(services, organisationId, rows), total, query);
}

/** One person as an entry of the list. Throws `not_found`. */
export async function readUser(services: Services, organisationId: string, userId: string): Promise<UserEntry> {
  const rows = await tenantSnapshot(services.pool, organisationId, async (db) => {
    const params = new Params(organisationId);
    const found = await db.query<Row>({
      text: `SELECT p.* FROM ${people(params, services.clock.now())} WHERE p."userId" = ${params.add(userId, 'uuid')}`,
      values: params.values,
      types: ROW_TYPES,
    });
    return found.rows;
  });
  const entry = (await entriesOf(services, organisationId, rows))[0];
  if (!entry) throw new AppError('not_found');
  return entry;
}
