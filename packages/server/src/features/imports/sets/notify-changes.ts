// Notifies the people with tasks on pins in the changed areas of a published set: one notification a person. Sheets that
// someone aligns later are compared then.
import { buffer } from 'node:stream/consumers';
import { concernedBy } from '@plumbline/core/features/notifications/rules';
import { findChanges, pinsNear } from '@plumbline/core/features/plans/changes';
import type { Alignment } from '@plumbline/core/site/geometry/alignment';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { PoolClient } from 'pg';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { type NotificationCause, notify } from '../../notifications/notify.ts';
import { recipientsWhoCanSee } from '../../notifications/read-changes.ts';
import { inkOf } from '../scale-regions/sheet-regions.ts';
import type { SetKey } from './publish-set.ts';

type PublishedSet = { projectId: string; createdBy: string; publishedAt: Date };
type RevisedPlan = {
  planId: string;
  revisionId: string;
  label: string;
  /** Height divided by width of plan space. */
  ratio: number;
  olderKey: string;
  olderAlignment: Alignment;
  newerKey: string;
  newerAlignment: Alignment;
};
type Task = Pick<TaskRow, 'id' | 'pinId' | 'assigneeType' | 'assigneeId' | 'createdBy'>;
type TouchedPlan = { planId: string; label: string; pinIds: string[] };

/**
 * Idempotent: a person has one notification of a set, and one of the sheets that were aligned `later` than it was
 * published. Nothing is sent for a set that was undone meanwhile.
 */
export async function notifyChanges(
  services: Services,
  key: SetKey,
  signal: AbortSignal,
  { later = false }: { later?: boolean } = {},
): Promise<void> {
  const { organisationId, setId } = key;
  const found = await tenantTransaction(services.pool, organisationId, async (db) => {
    const set = await publishedSet(db, key);
    return set && { set, plans: await revisedPlans(db, key, later) };
  });
  if (!found) return;
  const touched: TouchedPlan[] = [];
  for (const plan of found.plans) {
    signal.throwIfAborted();
    const pinIds = await touchedPins(services, organisationId, plan);
    if (pinIds.length > 0) touched.push({ planId: plan.planId, label: plan.label, pinIds });
  }
  const [compared] = found.plans;
  if (!compared) return;
  await tenantTransaction(services.pool, organisationId, async (db) => {
    if (!(await publishedSet(db, key))) return;
    await markCompared(db, key, found.plans);
    if (touched.length === 0) return;
    const { projectId, createdBy, publishedAt } = found.set;
    const byUser = await concernedPins(services, db, { organisationId, projectId }, touched);
    byUser.delete(createdBy);
    const at = later ? services.clock.now() : publishedAt;
    const causes = [...byUser].flatMap(([userId, pinIds]): NotificationCause[] => {
      const plans = touched.filter((plan) => plan.pinIds.some((pinId) => pinIds.has(pinId)));
      const [first] = plans;
      if (!first) return [];
      const title = plans.length > 1 ? `${first.label} + ${plans.length - 1}` : first.label;
      const pinId = first.pinIds.find((id) => pinIds.has(id));
      const detail = { title, count: pinIds.size, planId: first.planId, ...(pinId !== undefined && { pinId }) };
      const source = `set:${setId}:changes${later ? `:${compared.revisionId}` : ''}`;
      return [{ userId, projectId, kind: 'importDone', actorId: createdBy, detail, source, at }];
    });
    await notify(services, db, organisationId, causes);
  });
}

async function publishedSet(db: PoolClient, { organisationId, setId }: SetKey): Promise<PublishedSet | undefined> {
  const found = await db.query<PublishedSet>(
    `SELECT project_id AS "projectId", created_by AS "createdBy", published_at AS "publishedAt" FROM plan_set
     WHERE organisation_id = $1 AND id = $2 AND state = 'published'`,
    [organisationId, setId],
  );
  return found.rows[0];
}

/** The pages of sets with both drawings; those that still have to be aligned cannot be compared. */
const COMPARABLE = `plan_import_page p
  JOIN plan l ON l.organisation_id = p.organisation_id AND l.id = p.plan_id
  JOIN revision o ON o.organisation_id = p.organisation_id AND o.id = p.previous_revision_id AND o.alignment IS NOT NULL
  JOIN revision n ON n.organisation_id = p.organisation_id AND n.id = p.revision_id AND n.alignment IS NOT NULL`;
/** Aligned and made current after the set was published. */
const ALIGNED_LATER = `p.state = 'aligning' AND l.current_revision_id = n.id`;

/** The sets with sheets that were aligned since they were last compared. */
export async function setsAlignedLater(services: Services): Promise<SetKey[]> {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<SetKey>(
      `SELECT DISTINCT p.organisation_id AS "organisationId", p.set_id AS "setId" FROM ${COMPARABLE}
       JOIN plan_set s ON s.organisation_id = p.organisation_id AND s.id = p.set_id AND s.state = 'published'
       WHERE p.revises AND ${ALIGNED_LATER}`,
    ),
  );
  return found.rows;
}

/** The next run compares only sheets that are aligned from now on. */
async function markCompared(db: PoolClient, { organisationId, setId }: SetKey, plans: readonly RevisedPlan[]) {
  await db.query(
    `UPDATE plan_import_page SET state = 'finished'
     WHERE organisation_id = $1 AND set_id = $2 AND state = 'aligning' AND revision_id = ANY ($3::uuid[])`,
    [organisationId, setId, plans.map(({ revisionId }) => revisionId)],
  );
}

async function revisedPlans(db: PoolClient, { organisationId, setId }: SetKey, later: boolean): Promise<RevisedPlan[]> {
  const found = await db.query<RevisedPlan>(
    `SELECT l.id AS "planId", n.id AS "revisionId", trim(l.sheet_number || ' ' || l.name) AS label,
       (SELECT v.height_pt / v.width_pt FROM revision v WHERE v.organisation_id = $1 AND v.plan_id = l.id
         AND v.alignment IS NOT NULL ORDER BY v.created_at, v.id LIMIT 1) AS ratio,
       ob.key AS "olderKey", o.alignment AS "olderAlignment", nb.key AS "newerKey", n.alignment AS "newerAlignment"
     FROM ${COMPARABLE}
     JOIN blob ob ON ob.organisation_id = o.organisation_id AND ob.id = o.preview_blob_id
     JOIN blob nb ON nb.organisation_id = n.organisation_id AND nb.id = n.preview_blob_id
     WHERE p.organisation_id = $1 AND p.set_id = $2 AND p.revises AND (NOT $3 OR ${ALIGNED_LATER})
     ORDER BY l.sheet_number, l.name, l.id`,
    [organisationId, setId, later],
  );
  return found.rows;
}

/** The open pins in or near the areas that have changed. */
async function touchedPins(services: Services, organisationId: string, plan: RevisedPlan): Promise<string[]> {
  const pins = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<Pick<PinRow, 'id' | 'x' | 'y'>>(
      `SELECT id, x, y FROM pin WHERE organisation_id = $1 AND plan_id = $2 AND status = 'open' AND x IS NOT NULL`,
      [organisationId, plan.planId],
    ),
  );
  if (pins.rows.length === 0) return [];
  const pictured = async (key: string) => inkOf(await buffer(await services.files.open(key)));
  const areas = findChanges(
    { picture: await pictured(plan.olderKey), alignment: plan.olderAlignment },
    { picture: await pictured(plan.newerKey), alignment: plan.newerAlignment },
  );
  return [...new Set(areas.flatMap((area) => pinsNear(area, pins.rows, plan.ratio).map(({ id }) => id)))];
}

/** The touched pins of each user with a task on them that the user can see. */
async function concernedPins(
  services: Services,
  db: PoolClient,
  project: { organisationId: string; projectId: string },
  touched: readonly TouchedPlan[],
): Promise<Map<string, Set<string>>> {
  const ids = [project.organisationId, project.projectId];
  const tasks = await db.query<Task>(
    `SELECT id, pin_id AS "pinId", assignee_type AS "assigneeType", assignee_id AS "assigneeId", created_by AS "createdBy"
     FROM task WHERE organisation_id = $1 AND project_id = $2 AND pin_id = ANY ($3::uuid[])
       AND status IN ('open', 'rejected', 'done')`,
    [...ids, touched.flatMap(({ pinIds }) => pinIds)],
  );
  const teams = await db.query<{ id: string; members: string[] }>(
    'SELECT id, member_ids AS members FROM team WHERE organisation_id = $1 AND project_id = $2 AND active',
    ids,
  );
  const members = new Map(teams.rows.map((team) => [team.id, team.members]));
  const sees = recipientsWhoCanSee(services, db, project);
  const byUser = new Map<string, Set<string>>();
  for (const task of tasks.rows) {
    for (const userId of concernedBy(task, (team) => members.get(team) ?? [])) {
      if (!(await sees(userId, { entity: 'task', entityId: task.id }))) continue;
      byUser.set(userId, (byUser.get(userId) ?? new Set()).add(task.pinId));
    }
  }
  return byUser;
}
