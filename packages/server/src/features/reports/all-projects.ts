// Reads the reports of all projects of a caller: in each project those the caller's role may see.
import { can, ROLES, scopeOf } from '@plumbline/core/access/capabilities';
import type { listAllReports, ReportAnywhere } from '@plumbline/core/features/reports/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import { pageOf } from '../../lists/page.ts';
import { patterns } from '../../lists/search-patterns.ts';
import type { Services } from '../../platform/services.ts';
import { COLUMNS, type Row, shown } from './store.ts';

const SEEING = ROLES.filter((role) => can(role, 'report.view'));
const SEEING_ALL = ROLES.filter((role) => scopeOf(role, 'report.view') === 'all');
const MAKING = ROLES.filter((role) => can(role, 'report.create'));

type Found = Row & Pick<ReportAnywhere, 'projectId' | 'projectTitle'> & { mayMake: boolean; total: number };

export async function reportsAnywhere(
  { pool, clock }: Services,
  { organisationId, userId }: Session,
  { page, size, state, own, search }: RequestOf<typeof listAllReports>['query'],
): Promise<ReplyOf<typeof listAllReports>> {
  const found = await tenantSnapshot(pool, organisationId, (db) =>
    db.query<Found>(
      `SELECT ${COLUMNS}, p.id AS "projectId", p.title AS "projectTitle", me.role = ANY ($6) AS "mayMake",
         count(*) OVER ()::int AS total
       FROM report r
       JOIN project p ON p.organisation_id = r.organisation_id AND p.id = r.project_id
       JOIN member me ON me.organisation_id = r.organisation_id AND me.project_id = r.project_id
         AND me.user_id = $2 AND me.state = 'active' AND me.role = ANY ($4)
       WHERE r.organisation_id = $1 AND (r.created_by = $2 OR (me.role = ANY ($5) AND NOT $7))
         AND ($8::text[] IS NULL OR r.state = ANY ($8))
         AND (r.title || ' ' || p.title) ILIKE ALL ($9::text[])
       ORDER BY r.created_at DESC, r.id LIMIT $10 OFFSET $11`,
      [
        organisationId,
        userId,
        clock.now(),
        SEEING,
        SEEING_ALL,
        MAKING,
        own === true,
        state ?? null,
        patterns(search ?? ''),
        size,
        page * size,
      ],
    ),
  );
  const content = found.rows.map(({ total: _total, mayMake, projectId, projectTitle, ...row }) => {
    const report = shown(row, userId);
    return { ...report, own: report.own && mayMake, projectId, projectTitle };
  });
  return pageOf(content, found.rows[0]?.total ?? 0, { page, size });
}
