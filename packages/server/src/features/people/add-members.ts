// Adds several people of the organisation to a project at once: who can be chosen, and adding those chosen.
import type { MembershipState } from '@plumbline/core/access/membership-status';
import type { addMembers, listMemberChoices } from '@plumbline/core/features/people/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import type { MemberRow } from '@plumbline/core/site/rows/people';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import { runSite } from '../../db/tx/pg-store.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params } from '../../db/tx/visibility.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';
import type { Services } from '../../platform/services.ts';
import { clearStakeholderRole } from './write.ts';

/** People of the organisation who may sign in, now or once they accept their invitation. `$1` is the organisation. */
const PEOPLE = `SELECT o.user_id AS "userId", o.email, o.first_name AS "firstName", o.last_name AS "lastName", o.phone,
    coalesce(c.name, '') AS "companyName", o.state
  FROM organisation_people() o LEFT JOIN company c ON c.organisation_id = $1 AND c.id = o.company_id
  WHERE o.active AND o.account_active AND o.state NOT IN ('deactivated', 'removed')`;

type Person = ReplyOf<typeof listMemberChoices>['content'][number] & { phone: string; state: MembershipState };

export async function readMemberChoices(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  query: RequestOf<typeof listMemberChoices>['query'],
): Promise<ReplyOf<typeof listMemberChoices>> {
  const params = new Params(organisationId, projectId);
  const words = patterns(query.search)
    .map(
      (pattern) =>
        ` AND concat_ws(' ', o.first_name, o.last_name, o.email, c.name, o.job_title) ILIKE ${params.add(pattern)}`,
    )
    .join('');
  const select = `${PEOPLE} AND NOT EXISTS (SELECT FROM member m WHERE m.organisation_id = $1 AND m.project_id = $2
    AND m.user_id = o.user_id AND m.state <> 'removed')${words}`;
  const total = await db.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM (${select}) every`,
    values: params.values,
    types: ROW_TYPES,
  });
  const found = await db.query<Person>({
    text: `SELECT "userId", email, "firstName", "lastName", "companyName" FROM (${select}) listed
      ORDER BY "lastName" COLLATE natural_order, "firstName" COLLATE natural_order, email
      LIMIT ${params.add(query.size, 'integer')} OFFSET ${params.add(query.page * query.size, 'bigint')}`,
    values: params.values,
    types: ROW_TYPES,
  });
  return pageOf(found.rows, total.rows[0]?.count ?? 0, query);
}

/** Adds them with one role and skips current members. Throws `invalid_input` for anyone outside the organisation. */
export function addSeveral(
  services: Services,
  session: Session,
  projectId: string,
  { members, role }: RequestOf<typeof addMembers>['body'],
): Promise<ReplyOf<typeof addMembers>> {
  return runSite(services, session, projectId, 'member.add', async ({ tx, actor, db }) => {
    requireCapability(actor, 'member.manage');
    const found = await db.query<Person>(`${PEOPLE} AND o.user_id = ANY ($2::uuid[])`, [
      session.organisationId,
      members.map((one) => one.userId),
    ]);
    const people = new Map(found.rows.map((row) => [row.userId, row]));
    const added: MemberRow[] = [];
    for (const { id, userId } of members) {
      const person = people.get(userId);
      if (!person) refuseFields({ path: 'members', outcome: 'UNKNOWN' });
      const before = (await tx.find('member', 'userId', userId))[0];
      if (before && before.state !== 'removed') continue;
      if (!before && (await tx.get('member', id))) throw new AppError('already_exists');
      const row: MemberRow = { id: before?.id ?? id, projectId, ...person, craft: before?.craft ?? '', role };
      tx.put('member', row);
      if (before) await clearStakeholderRole(tx, userId);
      added.push(row);
    }
    return { members: added };
  });
}
