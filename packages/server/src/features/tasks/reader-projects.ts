// The projects of a reader, and the role they act in there, as SQL for lists across projects.
import type { PoolClient } from 'pg';
import { prepared } from '../../db/prepared-statement.ts';
import type { Session } from '../../http/session.ts';

/** The reader's membership `m` in active projects `p`; `$1` is the organisation and `$2` the user. */
export const SITES = `member m JOIN project p ON p.organisation_id = m.organisation_id AND p.id = m.project_id AND p.active
  WHERE m.organisation_id = $1 AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'`;

/** The role the reader acts in, as `accessRoleOf` in core. */
export const ACTING_ROLE = `CASE WHEN m.role = 'administrator' THEN m.role WHEN p.owner_id = $2 THEN 'projectOwner'
  WHEN p.assistant_id = $2 THEN 'ownerAssistant' ELSE m.role END`;

const TEAMS = prepared(`SELECT t.id FROM team t
  JOIN (SELECT m.project_id FROM ${SITES}) site ON site.project_id = t.project_id
  WHERE t.organisation_id = $1 AND t.active AND t.member_ids ? $3::text`);

/** The ids of the reader's teams in all projects. */
export async function teamsOfReader(db: PoolClient, { organisationId, userId }: Session): Promise<Set<string>> {
  const found = await db.query<{ id: string }>({ ...TEAMS, values: [organisationId, userId, userId] });
  return new Set(found.rows.map(({ id }) => id));
}
