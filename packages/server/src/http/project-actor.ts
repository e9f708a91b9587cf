// Reads the caller's role in a project for read requests; writes read it again inside their transaction.
import { accessRoleOf, type Role } from '@plumbline/core/access/capabilities';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { Pool } from 'pg';
import { tenantTransaction } from '../db/tx/transaction.ts';
import type { Session } from './session.ts';

type MembershipQueryRow = { role: Role; teams: string[]; ownerId: string | null; assistantId: string | null };

/**
 * The caller's effective role and teams. Throws `not_found` unless the caller is an active member: to anyone else, a
 * project looks as if it did not exist.
 */
export async function readActor(
  pool: Pool,
  session: Pick<Session, 'organisationId' | 'userId'>,
  projectId: string,
): Promise<Actor> {
  const found = await tenantTransaction(pool, session.organisationId, (db) =>
    db.query<MembershipQueryRow>(
      `SELECT m.role, r.owner_id AS "ownerId", r.assistant_id AS "assistantId",
              coalesce((SELECT array_agg(t.id) FROM team t
                WHERE t.organisation_id = $1 AND t.project_id = $2 AND t.active AND t.member_ids ? ($3::uuid)::text), '{}') AS teams
       FROM member m JOIN project r ON r.organisation_id = m.organisation_id AND r.id = m.project_id
       WHERE m.organisation_id = $1 AND m.project_id = $2 AND m.user_id = $3::uuid AND m.state = 'active' AND m.role <> 'none'`,
      [session.organisationId, projectId, session.userId],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return { userId: session.userId, role: accessRoleOf(row.role, row, session.userId), teamIds: new Set(row.teams) };
}
