// The issues that notifications are about, as their reader may see them: where they are, how they stand, and their latest
// photo.
import { type ShownTaskStatus, shownStatus } from '@plumbline/core/features/tasks/status';
import { AppError } from '@plumbline/core/kernel/errors';
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import type { Actor } from '@plumbline/core/site/actor';
import { type Alignment, toSheet } from '@plumbline/core/site/geometry/alignment';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { readActor } from '../../http/project-actor.ts';
import type { Services } from '../../platform/services.ts';
import type { NotificationReader } from './store.ts';

export type NotifiedIssue = {
  planName: string | null;
  /** Empty if it is not known. */
  room: string;
  /** Of the task; null for a pin. */
  status: ShownTaskStatus | null;
  dueDate: string | null;
  pinStatus: PinRow['status'];
  categoryColour: CategoryRow['colour'] | null;
  /** The blob of the latest photo. */
  photoId: string | null;
  /** The blob of the plan's sheet, and where the pin is on it. */
  sheet: { blobId: string; x: number; y: number } | null;
};

type IssueRow = Omit<NotifiedIssue, 'status' | 'sheet'> & {
  id: string;
  status: TaskRow['status'] | null;
  timezone: string;
  x: number | null;
  y: number | null;
  sheetId: string | null;
  alignment: Alignment | null;
};

type Item = { id: string; projectId: string; detail: { pinId?: string | undefined; taskId?: string | undefined } };

function sheetOf({ x, y, sheetId, alignment }: IssueRow): NotifiedIssue['sheet'] {
  if (x === null || y === null || sheetId === null) return null;
  return { blobId: sheetId, ...(alignment ? toSheet(alignment, { x, y }) : { x, y }) };
}

/** Undefined once the reader has left the project. */
async function readerIn(...args: Parameters<typeof readActor>): Promise<Actor | undefined> {
  try {
    return await readActor(...args);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Notification → its issue. Notifications of pins and tasks that the reader may not see are omitted. */
export async function readIssues(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  who: NotificationReader,
  items: readonly Item[],
): Promise<Map<string, NotifiedIssue>> {
  const issues = new Map<string, NotifiedIssue>();
  const onPins = items.filter((item) => item.detail.pinId !== undefined);
  for (const [projectId, some] of Map.groupBy(onPins, (item) => item.projectId)) {
    const actor = await readerIn(pool, who, projectId);
    if (!actor) continue;
    const wanted = some.map(({ id, detail }) => ({ id, pinId: detail.pinId, taskId: detail.taskId ?? null }));
    const params = new Params(who.organisationId, projectId, JSON.stringify(wanted));
    const found = await tenantSnapshot(pool, who.organisationId, (db) =>
      db.query<IssueRow>(
        `SELECT w.id, l.name AS "planName", p.room, p.status AS "pinStatus", p.x, p.y, c.colour AS "categoryColour",
           t.status, t.due_date::text AS "dueDate", r.preview_blob_id AS "sheetId", r.alignment, s.timezone,
           (SELECT o.files -> 0 ->> 'blobId' FROM post o WHERE o.organisation_id = $1 AND o.project_id = $2
              AND o.pin_id = p.id AND o.active AND o.type = 'Visuals' AND (o.task_id IS NULL OR o.task_id = w."taskId")
              AND ${visible('post', 'o', actor, params)} ORDER BY o.created_at DESC, o.id LIMIT 1) AS "photoId"
         FROM jsonb_to_recordset($3::jsonb) AS w (id uuid, "pinId" uuid, "taskId" uuid)
         JOIN pin p ON p.organisation_id = $1 AND p.project_id = $2 AND p.id = w."pinId" AND ${visible('pin', 'p', actor, params)}
         JOIN project s ON s.organisation_id = $1 AND s.id = p.project_id
         LEFT JOIN category c ON c.organisation_id = $1 AND c.id = p.category_id
         LEFT JOIN plan l ON l.organisation_id = $1 AND l.id = p.plan_id
         LEFT JOIN revision r ON r.organisation_id = $1 AND r.id = l.current_revision_id
         LEFT JOIN task t ON t.organisation_id = $1 AND t.id = w."taskId" AND ${visible('task', 't', actor, params)}`,
        params.values,
      ),
    );
    for (const row of found.rows) {
      const { id, planName, room, pinStatus, categoryColour, dueDate, photoId } = row;
      const today = dayInZone(clock.now(), row.timezone);
      const status = row.status && shownStatus({ status: row.status, dueDate }, today);
      issues.set(id, { planName, room, pinStatus, categoryColour, status, dueDate, photoId, sheet: sheetOf(row) });
    }
  }
  return issues;
}
