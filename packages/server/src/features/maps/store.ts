// Map plans in progress, as rows.
import type { MapProgress } from '@plumbline/core/features/maps/contract';
import type { MapFrame } from '@plumbline/core/features/maps/rules';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Area } from '@plumbline/core/site/geometry/mercator';
import type { PoolClient } from 'pg';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';

export type MapKey = { organisationId: string; planId: string };

export type MapJob = MapProgress & {
  projectId: string;
  revisionId: string;
  area: Area;
  frame: MapFrame | null;
  createdBy: string;
  name: string;
};

const COLUMNS = `m.plan_id AS "planId", m.state, m.percent, m.problem, m.project_id AS "projectId",
  m.revision_id AS "revisionId", m.area, m.frame, m.created_by AS "createdBy", p.name`;

/** Undefined if the plan is not a map plan. */
export async function readMapJob(db: PoolClient, { organisationId, planId }: MapKey): Promise<MapJob | undefined> {
  const found = await db.query<MapJob>(
    `SELECT ${COLUMNS} FROM map_render m JOIN plan p ON p.organisation_id = m.organisation_id AND p.id = m.plan_id
     WHERE m.organisation_id = $1 AND m.plan_id = $2`,
    [organisationId, planId],
  );
  return found.rows[0];
}

/** Throws `not_found` if the project has no such map plan. */
export function readMapProgress(services: Services, key: MapKey, projectId: string): Promise<MapProgress> {
  return tenantTransaction(services.pool, key.organisationId, async (db) => {
    const job = await readMapJob(db, key);
    if (job?.projectId !== projectId) throw new AppError('not_found');
    const { planId, state, percent, problem } = job;
    return { planId, state, percent, problem };
  });
}

export async function setMapProgress(
  services: Services,
  { organisationId, planId }: MapKey,
  change: Partial<Pick<MapProgress, 'state' | 'percent' | 'problem'>>,
): Promise<void> {
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE map_render SET state = coalesce($3, state), percent = coalesce($4, percent),
         problem = CASE WHEN $5 THEN $6 ELSE problem END, updated_at = $7
       WHERE organisation_id = $1 AND plan_id = $2`,
      [
        organisationId,
        planId,
        change.state ?? null,
        change.percent ?? null,
        change.problem !== undefined,
        change.problem ?? null,
        services.clock.now(),
      ],
    ),
  );
}
