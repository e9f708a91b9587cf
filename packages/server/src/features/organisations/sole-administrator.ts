// The only administrator of a project cannot be removed before someone else is one: otherwise no member could add
// people.
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';

/** Projects named in the error. */
const MAX_NAMED_PROJECTS = 3;

const manages = (alias: string): string =>
  `${alias}.state = 'active' AND (${alias}.role = 'administrator' OR (${alias}.role <> 'none' AND r.owner_id = ${alias}.user_id))`;

/**
 * Throws `sole_administrator` with project titles if active projects of the organisation would be left without an
 * administrator.
 */
export async function requireAnotherAdministrator(
  db: PoolClient,
  organisationId: string,
  userId: string,
): Promise<void> {
  const found = await db.query<{ title: string }>(
    `SELECT r.title FROM project r
     JOIN member m ON m.organisation_id = r.organisation_id AND m.project_id = r.id AND m.user_id = $2 AND ${manages('m')}
     WHERE r.organisation_id = $1 AND r.active AND NOT EXISTS (SELECT FROM member x WHERE x.organisation_id = $1
       AND x.project_id = r.id AND x.user_id <> $2 AND ${manages('x')}
         AND EXISTS (SELECT FROM organisation_member o WHERE o.organisation_id = $1 AND o.user_id = x.user_id
           AND o.active))
     ORDER BY r.title COLLATE natural_order LIMIT ${MAX_NAMED_PROJECTS + 1}`,
    [organisationId, userId],
  );
  if (found.rows.length === 0) return;
  const titles = found.rows.slice(0, MAX_NAMED_PROJECTS).map((row) => `“${row.title}”`);
  const projects = [...titles, ...(found.rows.length > MAX_NAMED_PROJECTS ? ['…'] : [])].join(', ');
  throw new AppError('sole_administrator', { params: { projects } });
}
