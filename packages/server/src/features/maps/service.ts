// Creates a plan from a map area: the plan exists at once, a job renders its image.
import type { createMapPlan, MapProgress } from '@plumbline/core/features/maps/contract';
import { areaGeo, areaProblem, frameGeo, mapFrame } from '@plumbline/core/features/maps/rules';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { requireActiveProject, requireCapability } from '@plumbline/core/site/actor';
import { groundSize } from '@plumbline/core/site/geometry/mercator';
import type { PoolClient } from 'pg';
import { runSite } from '../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { type MapKey, readMapJob, readMapProgress } from './store.ts';

type MapContext = { session: Session; projectId: string };

export const DRAW = 'map.draw';
/**
 * Attempts to render the image; one more job attempt is allowed, so that a job whose workers all died is marked as
 * failed.
 */
export const MAX_ATTEMPTS = 3;

const enqueue = (services: Services, db: PoolClient, key: MapKey): Promise<void> =>
  services.queue.enqueueFair(db, DRAW, key, {
    // Apart from the page imports of plans, because a user is waiting for the map.
    owner: `${key.organisationId}:${DRAW}`,
    key: `${DRAW}:${key.planId}`,
    maxAttempts: MAX_ATTEMPTS + 1,
  });

export async function createMap(
  services: Services,
  { session, projectId }: MapContext,
  { planId, name, parentId, area }: RequestOf<typeof createMapPlan>['body'],
): Promise<MapProgress> {
  const { organisationId, userId } = session;
  const problem = areaProblem(area);
  if (problem) refuseFields({ path: 'area', outcome: problem === 'too_big' ? 'TOO_BIG' : 'TOO_SMALL' });
  const frame = services.mapTiles && mapFrame(area, services.mapTiles.maxZoom);
  const geo = frame ? frameGeo(frame) : areaGeo(area);
  await runSite(services, { organisationId, userId }, projectId, 'plan.import', async ({ tx, db, now, actor }) => {
    requireCapability(actor, 'plan.manage');
    await requireActiveProject(tx);
    if (await tx.get('plan', planId)) throw new AppError('already_exists');
    if (parentId !== null && (await tx.get('plan', parentId))?.type !== 'Folder') throw new AppError('not_found');
    const at = tx.now();
    tx.put('plan', {
      id: planId,
      projectId,
      type: 'Plan',
      planType: 'Map',
      parentId,
      name,
      sheetNumber: '',
      active: true,
      updating: true,
      currentRevisionId: null,
      createdBy: userId,
      createdAt: at,
      lastActivity: at,
    });
    tx.put('ground', {
      id: planId,
      projectId,
      geo: [...geo],
      ...groundSize(geo),
      attribution: services.mapTiles?.attribution ?? '',
      layers: [],
      changedBy: userId,
      changedAt: at,
    });
    await db.query(
      `INSERT INTO map_render (organisation_id, plan_id, project_id, revision_id, area, frame, state, created_by,
         created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $8)`,
      [
        organisationId,
        planId,
        projectId,
        services.newId(),
        JSON.stringify(area),
        frame && JSON.stringify(frame),
        userId,
        now,
      ],
    );
    await enqueue(services, db, { organisationId, planId });
  });
  return readMapProgress(services, { organisationId, planId }, projectId);
}

export async function retry(
  services: Services,
  { session, projectId }: MapContext,
  planId: string,
): Promise<MapProgress> {
  const key = { organisationId: session.organisationId, planId };
  await tenantTransaction(services.pool, key.organisationId, async (db) => {
    const job = await readMapJob(db, key);
    if (job?.projectId !== projectId) throw new AppError('not_found');
    const begun = await db.query(
      `UPDATE map_render SET state = 'waiting', problem = NULL, percent = 0, updated_at = $3
       WHERE organisation_id = $1 AND plan_id = $2 AND state = 'failed'`,
      [key.organisationId, planId, services.clock.now()],
    );
    if (begun.rowCount !== 1) throw new AppError('import_finished');
    await enqueue(services, db, key);
  });
  return readMapProgress(services, key, projectId);
}
