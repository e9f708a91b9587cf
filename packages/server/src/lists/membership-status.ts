// The members of an organisation and their status as SQL: the same result as `membershipStatusOf` of core, which a test
// compares.
import { type MembershipStatus, ORGANISATION_STATUSES } from '@plumbline/core/access/membership-status';
import type { userFigures } from '@plumbline/core/features/people/users-contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../db/tx/columns.ts';
import { Params } from '../db/tx/visibility.ts';

/** Statuses that depend on the membership alone, so that other tables need not be read. */
const MEMBERSHIP_ONLY: Partial<Record<MembershipStatus, string>> = {
  pending: `o.state = 'pending'`,
  invited: `o.state = 'invited'`,
  deactivated: `(o.state = 'deactivated' OR NOT o.active OR NOT o.account_active)`,
  removed: `o.state = 'removed'`,
};

const PROJECT_MEMBERSHIPS = `SELECT count(*) AS projects, bool_or(m.role IN ('administrator', 'contributor') OR m.user_id IN (j.owner_id, j.assistant_id)) AS licensed, m.user_id
  FROM member m JOIN project j ON j.organisation_id = m.organisation_id AND j.id = m.project_id AND j.active
  WHERE m.organisation_id = $1 AND m.state = 'active' AND m.role <> 'none'`;

/**
 * Rows `p` with all data of a person, `status`, `role` and `projects`. `$1` is the organisation. Pass `requested` if
 * only people with one status are needed: fewer rows are then read.
 */
export function people(params: Params, now: Date, requested?: MembershipStatus): string {
  const at = params.add(now, 'timestamptz');
  const alone = requested && MEMBERSHIP_ONLY[requested];
  const places = alone
    ? `LATERAL (${PROJECT_MEMBERSHIPS} AND m.user_id = o.user_id GROUP BY m.user_id) w ON true WHERE ${alone}`
    : `(${PROJECT_MEMBERSHIPS} GROUP BY m.user_id) w ON w.user_id = o.user_id`;
  return `(SELECT o.user_id AS "userId", o.email, o.first_name AS "firstName", o.last_name AS "lastName", o.phone, o.fax,
      o.job_title AS "jobTitle", o.department, o.internal_id AS "internalId", o.company_id AS "companyId",
      coalesce(c.name, '') AS "companyName", o.owner, o.admin, o.manage_users AS "manageUsers",
      o.create_projects AS "createProjects", o.licence, o.licence_ends_at AS "licenceEndsAt", o.invited_at AS "invitedAt",
      o.created_at AS "createdAt", coalesce(w.projects, 0)::integer AS projects,
      CASE WHEN o.owner THEN 'owner' WHEN o.admin THEN 'admin' WHEN o.manage_users THEN 'manageUsers'
        WHEN o.create_projects THEN 'createProjects' ELSE 'member' END AS role,
      CASE WHEN o.state = 'removed' THEN 'removed'
        WHEN o.state = 'deactivated' OR NOT o.active OR NOT o.account_active THEN 'deactivated'
        WHEN o.state <> 'active' THEN o.state
        WHEN o.licence IS NULL THEN CASE WHEN coalesce(w.licensed, false) THEN 'unlicensed' ELSE 'activeFree' END
        WHEN o.licence_ends_at <= ${at} THEN 'licenceExpired'
        ELSE 'active' END AS status
    FROM organisation_people() o
    LEFT JOIN company c ON c.organisation_id = $1 AND c.id = o.company_id
    LEFT JOIN ${places}) p`;
}

/** Counts the members of each status. */
export async function countMembershipStatuses(
  db: PoolClient,
  organisationId: string,
  now: Date,
): Promise<ReplyOf<typeof userFigures>['states']> {
  const params = new Params(organisationId);
  const found = await db.query<{ status: string; count: number }>({
    text: `SELECT p.status, count(*) AS count FROM ${people(params, now)} GROUP BY p.status`,
    values: params.values,
    types: ROW_TYPES,
  });
  const counts = new Map(found.rows.map(({ status, count }) => [status, count]));
  // Every status is a key.
  return Object.fromEntries(
    ORGANISATION_STATUSES.map((organisationStatus) => [organisationStatus, counts.get(organisationStatus) ?? 0]),
  ) as ReplyOf<typeof userFigures>['states'];
}
