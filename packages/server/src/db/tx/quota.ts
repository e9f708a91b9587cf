// Enforces the limits of an organisation's licence, however projects and plans become active: requests, devices, imports or copies.
import { type Licence, overQuota, type Quotas, quotasOf, type Use } from '@plumbline/core/access/licence-limits';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import type { ClientBase } from 'pg';

type LicenceRow = { licence: Licence; projects: number | null; plans: number | null };

/** The operator's own limits for each licence. */
export type Measures = Readonly<Record<Licence, Quotas>>;

async function readQuotas(db: ClientBase, measures: Measures | undefined): Promise<Quotas> {
  const found = await db.query<LicenceRow>(
    'SELECT licence, project_quota AS projects, plan_quota AS plans FROM organisation_licence()',
  );
  const row = found.rows[0];
  return row ? quotasOf(row.licence, row, measures) : { projects: null, plans: null };
}

const counts = (row: object | undefined, entity: string): boolean =>
  row !== undefined &&
  (entity === 'project' ? (row as ProjectRow).active : (row as PlanRow).type === 'Plan' && (row as PlanRow).active);

/** How many of these writes activate a project or a plan. */
const becoming = (writes: readonly Write[], entity: 'project' | 'plan'): number =>
  writes.filter((write) => write.entity === entity && counts(write.after, entity) && !counts(write.before, entity))
    .length;

/** Active projects of the organisation, and the active plans in them. */
export async function countUse(db: ClientBase, organisationId: string): Promise<Use> {
  const found = await db.query<Use>(
    `SELECT (SELECT count(*)::integer FROM project WHERE organisation_id = $1 AND active) AS projects,
       (SELECT count(*)::integer FROM plan p JOIN project o ON o.organisation_id = p.organisation_id AND o.id = p.project_id
        WHERE p.organisation_id = $1 AND p.type = 'Plan' AND p.active AND o.active) AS plans`,
    [organisationId],
  );
  return found.rows[0] ?? { projects: 0, plans: 0 };
}

function refuse(quotas: Quotas, use: Use, added: Use): void {
  const refusal = overQuota(quotas, use, added);
  if (!refusal) return;
  const limit = refusal === 'project_limit' ? quotas.projects : quotas.plans;
  throw new AppError(refusal, { params: { limit: limit ?? 0 } });
}

/**
 * Checks the limits before work starts that will add active projects and plans; `requireQuota` decides at its end. Throws
 * `project_limit` or `plan_limit`.
 */
export async function requireQuotaFor(db: ClientBase, organisationId: string, added: Use, measures?: Measures) {
  const quotas = await readQuotas(db, measures);
  if (quotas.projects === null && quotas.plans === null) return;
  const { projects, plans } = await countUse(db, organisationId);
  refuse(quotas, { projects: projects + added.projects, plans: plans + added.plans }, added);
}

/**
 * Called after the rows are written, before the commit. Throws `project_limit` or `plan_limit`. Counts the active projects of
 * the organisation and their active plans; a lock makes concurrent counts wait for each other.
 */
export async function requireQuota(
  db: ClientBase,
  organisationId: string,
  writes: readonly Write[],
  measures?: Measures,
): Promise<void> {
  const projects = becoming(writes, 'project');
  const plans = becoming(writes, 'plan');
  if (projects === 0 && plans === 0) return;
  const quotas = await readQuotas(db, measures);
  if (quotas.projects === null && quotas.plans === null) return;
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('quota ' || $1::text, 0))`, [organisationId]);
  const use = await countUse(db, organisationId);
  // A reactivated project brings back its plans.
  refuse(quotas, use, { projects, plans: plans + projects });
}
