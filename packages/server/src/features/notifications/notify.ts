// Creates notifications, one per cause and user, and schedules emails and push messages according to the user's
// settings.
import {
  EMAIL_FREQUENCIES,
  type EmailFrequency,
  NOTIFICATION_INTERVAL_MS,
  NOTIFICATION_KINDS,
  type NotificationDetail,
  type NotificationKind,
  URGENT_KINDS,
} from '@plumbline/core/features/notifications/kinds';
import { nextMorning } from '@plumbline/core/features/notifications/morning';
import type { PoolClient } from 'pg';
import type { Services } from '../../platform/services.ts';

export const EMAIL_TASK = 'notifications.mail';
export const PUSH_TASK = 'notifications.push';

export type NotificationCause = {
  userId: string;
  projectId: string;
  kind: NotificationKind;
  actorId: string | null;
  detail: NotificationDetail;
  /** Identifies the cause. */
  source: string;
  at: Date;
};

type Deps = Pick<Services, 'queue' | 'clock' | 'newId'>;

/** Older events are not emailed: they come from an import, a copy or a device that was offline for long. */
const MAX_MAIL_AGE_MS = 2 * 86_400_000;

/** Maximum per cause and device; the rest is only in the list. */
const MAX_PUSHES_PER_DEVICE = 100;

const DEFAULT_FREQUENCY: EmailFrequency = 'Periodically';

export type NotificationSettingsRow = {
  frequency: EmailFrequency;
  /** Kinds sent by email. */
  subscriptions: readonly NotificationKind[];
  timeZone: string;
  /** Kinds sent as push messages, except for muted projects. */
  pushKinds: readonly NotificationKind[];
  muted: readonly string[];
  weeklyDigest: boolean;
};

const kindsOf = (chosen: unknown): readonly NotificationKind[] =>
  Array.isArray(chosen)
    ? NOTIFICATION_KINDS.filter((kind) => (chosen as unknown[]).includes(kind))
    : NOTIFICATION_KINDS;

/** The email and push settings of each of these users. */
export async function readNotificationSettings(
  db: PoolClient,
  organisationId: string,
  userIds: readonly string[],
): Promise<Map<string, NotificationSettingsRow>> {
  const found = await db.query<{
    id: string;
    frequency: string | null;
    subscriptions: unknown;
    timeZone: string;
    pushKinds: unknown;
    muted: string[] | null;
    weeklyDigest: boolean | null;
  }>(
    `SELECT u.id, u.time_zone AS "timeZone", s.frequency, s.subscriptions, s.push_kinds AS "pushKinds", s.muted,
       s.weekly_digest AS "weeklyDigest" FROM time_zones_of($2::uuid[]) u
     LEFT JOIN notification_setting s ON s.organisation_id = $1 AND s.user_id = u.id`,
    [organisationId, userIds],
  );
  return new Map(
    found.rows.map((row) => [
      row.id,
      {
        timeZone: row.timeZone,
        frequency: EMAIL_FREQUENCIES.find((emailFrequency) => emailFrequency === row.frequency) ?? DEFAULT_FREQUENCY,
        subscriptions: kindsOf(row.subscriptions),
        pushKinds: kindsOf(row.pushKinds),
        muted: row.muted ?? [],
        weeklyDigest: row.weeklyDigest ?? false,
      },
    ]),
  );
}

/** When the next email is sent; null for never. */
function mailAt({ frequency, timeZone }: NotificationSettingsRow, now: Date): Date | null {
  if (frequency === 'Never') return null;
  return frequency === 'Instantly' ? new Date(now.getTime() + NOTIFICATION_INTERVAL_MS) : nextMorning(now, timeZone);
}

/** Writes the new notifications in the transaction of their cause. Returns how many were new. */
export async function notify(
  services: Deps,
  db: PoolClient,
  organisationId: string,
  notifications: readonly NotificationCause[],
): Promise<number> {
  if (notifications.length === 0) return 0;
  const now = services.clock.now();
  const requested = await readNotificationSettings(db, organisationId, [
    ...new Set(notifications.map((one) => one.userId)),
  ]);
  const rows = notifications.flatMap((one) => {
    const wishes = requested.get(one.userId);
    if (!wishes) return [];
    const due =
      wishes.frequency !== 'Never' &&
      wishes.subscriptions.includes(one.kind) &&
      now.getTime() - one.at.getTime() < MAX_MAIL_AGE_MS;
    return [{ ...one, id: services.newId(), due }];
  });
  const created = await db.query<CreatedNotification>(
    `INSERT INTO notification (organisation_id, id, user_id, project_id, kind, actor_id, detail, source, created_at, mail_due)
     SELECT $1, n.id, n."userId", n."projectId", n.kind, n."actorId", n.detail, n.source, n.at, n.due
     FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, "userId" uuid, "projectId" uuid, kind text, "actorId" uuid, detail jsonb,
       source text, at timestamptz, due boolean)
     ON CONFLICT (organisation_id, user_id, source) DO NOTHING RETURNING id, user_id AS "userId", project_id AS "projectId", kind, mail_due AS due, created_at AS at`,
    [organisationId, JSON.stringify(rows)],
  );
  const toMail = new Set(created.rows.filter((row) => row.due).map((row) => row.userId));
  for (const userId of toMail) {
    const wishes = requested.get(userId);
    const urgent = created.rows.some((row) => row.due && row.userId === userId && URGENT_KINDS.includes(row.kind));
    const frequency = urgent ? 'Instantly' : wishes?.frequency;
    if (wishes && frequency) await orderMail(services, db, { organisationId, userId }, { ...wishes, frequency });
  }
  await orderPushes(services, db, organisationId, created.rows, requested);
  return created.rowCount ?? 0;
}

type CreatedNotification = {
  id: string;
  userId: string;
  projectId: string;
  kind: NotificationKind;
  due: boolean;
  at: Date;
};

/** Older events are not pushed, only listed. */
const MAX_PUSH_AGE_MS = 3_600_000;

/** Enqueues push messages as one job per device, so that an unreachable device does not delay the others. */
async function orderPushes(
  { queue, clock }: Deps,
  db: PoolClient,
  organisationId: string,
  created: readonly CreatedNotification[],
  requested: ReadonlyMap<string, NotificationSettingsRow>,
): Promise<void> {
  const now = clock.now();
  const caused = created.filter(({ userId, projectId, kind, at }) => {
    const wishes = requested.get(userId);
    return (
      wishes?.pushKinds.includes(kind) &&
      !wishes.muted.includes(projectId) &&
      now.getTime() - at.getTime() < MAX_PUSH_AGE_MS
    );
  });
  if (caused.length === 0) return;
  const byUser = Map.groupBy(caused, (one) => one.userId);
  const devices = await db.query<{ id: string; userId: string }>(
    'SELECT id, user_id AS "userId" FROM push_devices_of($1::uuid[], $2)',
    [[...byUser.keys()], now],
  );
  for (const { id: deviceId, userId } of devices.rows) {
    const ids = (byUser.get(userId) ?? []).map((one) => one.id).slice(0, MAX_PUSHES_PER_DEVICE);
    const payload = { organisationId, userId, deviceId, ids };
    await queue.enqueue(db, PUSH_TASK, payload, { key: `${PUSH_TASK}:${deviceId}:${ids[0]}`, maxAttempts: 6 });
  }
}

/** Enqueues the user's next email; a queued one picks up the new notifications and is not delayed. */
export async function orderMail(
  { queue, clock }: Deps,
  db: PoolClient,
  who: { organisationId: string; userId: string },
  requested: NotificationSettingsRow,
): Promise<void> {
  const runAt = mailAt(requested, clock.now());
  if (!runAt) return;
  // Keyed by time slot: repeated calls within one interval yield the same job instead of postponing it.
  const slot = Math.floor(runAt.getTime() / NOTIFICATION_INTERVAL_MS);
  await queue.enqueue(db, EMAIL_TASK, who, {
    key: `${EMAIL_TASK}:${who.organisationId}:${who.userId}:${slot}`,
    runAt,
    maxAttempts: 12,
  });
}
