// A user's devices for push notifications: added, listed, tested, removed. Each belongs to the session that registered
// it.
import {
  type addPushDevice,
  MAX_PUSH_DEVICES,
  type PushDevice,
  type PushSettings,
  type putPush,
} from '@plumbline/core/features/notifications/push-contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { localeTag } from '@plumbline/locales/languages';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { hashOf, type Session } from '../../http/session.ts';
import { textsIn } from '../../http/texts.ts';
import type { Services } from '../../platform/services.ts';
import { readNotificationSettings } from './notify.ts';
import { TTL_S, written } from './push-notification.ts';

type Device = Omit<PushDevice, 'createdAt' | 'toldAt'> & { createdAt: Date; toldAt: Date | null };

async function devicesOf(services: Services, userId: string): Promise<PushDevice[]> {
  const found = await services.pool.query<Device>(
    `SELECT d.id, d.name, d.created_at AS "createdAt", d.notified_at AS "toldAt" FROM push_device d
     JOIN push_devices_of(ARRAY[$1::uuid], $2) live ON live.id = d.id ORDER BY d.created_at, d.id`,
    [userId, services.clock.now()],
  );
  return found.rows.map(({ createdAt, toldAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    toldAt: toldAt?.toISOString() ?? null,
  }));
}

export async function readPush(services: Services, session: Session): Promise<PushSettings> {
  const { organisationId, userId } = session;
  const { wanted: requested, projects } = await tenantTransaction(services.pool, organisationId, async (db) => ({
    wanted: (await readNotificationSettings(db, organisationId, [userId])).get(userId),
    projects: await db.query<{ id: string; title: string }>(
      `SELECT p.id, p.title FROM project p JOIN member m ON m.organisation_id = p.organisation_id AND m.project_id = p.id
       WHERE p.organisation_id = $1 AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'
       ORDER BY p.title, p.id LIMIT 1000`,
      [organisationId, userId],
    ),
  }));
  const muted = new Set(requested?.muted);
  return {
    publicKey: services.push?.publicKey ?? null,
    devices: await devicesOf(services, userId),
    kinds: [...(requested?.pushKinds ?? [])],
    projects: projects.rows.map((project) => ({ ...project, on: !muted.has(project.id) })),
  };
}

export function writePush(
  services: Services,
  { organisationId, userId }: Session,
  { kinds, muted }: RequestOf<typeof putPush>['body'],
): Promise<unknown> {
  return tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `INSERT INTO notification_setting (organisation_id, user_id, push_kinds, muted) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organisation_id, user_id) DO UPDATE SET push_kinds = excluded.push_kinds, muted = excluded.muted`,
      [organisationId, userId, JSON.stringify([...new Set(kinds)]), JSON.stringify([...new Set(muted)])],
    ),
  );
}

export async function addDevice(
  services: Services,
  { userId, sessionId }: Session,
  { endpoint, p256dh, auth, name }: RequestOf<typeof addPushDevice>['body'],
): Promise<{ id: string }> {
  if (!services.push?.knows(endpoint)) refuseFields({ path: 'endpoint', outcome: 'NOT_VALID' });
  return systemTransaction(services.pool, async (db) => {
    // Serialises concurrent registrations, so that they cannot exceed the limit.
    await db.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [userId]);
    const now = services.clock.now();
    const created = await db.query<{ id: string }>(
      `INSERT INTO push_device AS d (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, name, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (endpoint_hash) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
         p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name,
         id = CASE WHEN d.user_id = excluded.user_id THEN d.id ELSE excluded.id END,
         created_at = CASE WHEN d.user_id = excluded.user_id THEN d.created_at ELSE excluded.created_at END
       RETURNING id`,
      [services.newId(), userId, sessionId, endpoint, hashOf(endpoint), p256dh, auth, name, now],
    );
    const id = created.rows[0]?.id ?? '';
    await db.query(
      `DELETE FROM push_device WHERE user_id = $1 AND id <> $2 AND id NOT IN (
         SELECT id FROM push_device WHERE user_id = $1 AND id <> $2 ORDER BY created_at DESC LIMIT ${MAX_PUSH_DEVICES - 1})`,
      [userId, id],
    );
    return { id };
  });
}

export async function removeDevice({ pool }: Services, { userId }: Session, deviceId: string): Promise<void> {
  const gone = await pool.query('DELETE FROM push_device WHERE id = $1 AND user_id = $2', [deviceId, userId]);
  if (!gone.rowCount) throw new AppError('not_found');
}

type Target = { endpoint: string; p256dh: string; auth: string };

/** Sends a test message. */
export async function tryDevice(
  services: Services,
  { userId, language }: Session,
  deviceId: string,
): Promise<{ outcome: 'sent' | 'gone' | 'failed' }> {
  const { pool, clock, push } = services;
  const found = await pool.query<Target>(
    'SELECT endpoint, p256dh, auth FROM push_device WHERE id = $1 AND user_id = $2',
    [deviceId, userId],
  );
  const target = found.rows[0];
  if (!target || !push) throw new AppError('not_found');
  await take(pool, [{ bucket: `push-test:${userId}`, max: 10, windowMs: 60_000 }], clock.now());
  const t = textsIn(language);
  const payload = written({
    title: t('notification.push.testTitle'),
    body: t('notification.push.testBody'),
    lang: localeTag(t.language),
    tag: 'test',
    path: '/notifications',
  });
  const outcome = await push.send(target, { payload, topic: 'test', ttlSeconds: TTL_S }).catch((error: unknown) => {
    services.log.warn({ err: error }, 'a test notification could not be sent');
    return 'failed' as const;
  });
  if (outcome === 'gone') await pool.query('DELETE FROM push_device WHERE id = $1', [deviceId]);
  if (outcome === 'sent')
    await pool.query('UPDATE push_device SET notified_at = $2 WHERE id = $1', [deviceId, clock.now()]);
  return { outcome };
}
