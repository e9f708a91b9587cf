// Registered devices, two per user by default. A removed device has no key and cannot read its local data.
import type { registerDevice } from '@plumbline/core/features/account/devices-contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { hashOf, type Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';
import { deviceKey } from '../auth/session/device-keys.ts';

type Device = ReplyOf<typeof registerDevice>;
type Row = Omit<Device, 'registeredAt' | 'lastSeenAt'> & { registeredAt: Date; lastSeenAt: Date; hash: Buffer };

async function rowsOf(db: Pool | PoolClient, userId: string): Promise<Row[]> {
  const found = await db.query<Row>(
    `SELECT id, name, kind, registered_at AS "registeredAt", coalesce(last_seen_at, created_at) AS "lastSeenAt",
            fingerprint_hash AS hash
     FROM device_key WHERE user_id = $1 AND registered_at IS NOT NULL ORDER BY registered_at, id`,
    [userId],
  );
  return found.rows;
}

const shown = ({ hash: _hash, registeredAt, lastSeenAt, ...row }: Row): Device => ({
  ...row,
  registeredAt: registeredAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});

/** The name, with a number if another device has it: two phones of one model propose the same. */
function distinctName(name: string, others: readonly Row[]): string {
  const taken = new Set(others.map((other) => other.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

export async function readDevices({ pool, config }: Services, { userId }: Session) {
  return { devices: (await rowsOf(pool, userId)).map(shown), deviceLimit: config.licences.devices };
}

type DeviceRegistration = RequestOf<typeof registerDevice>['body'];

export async function claimDeviceSlot(
  services: Services,
  session: Session,
  { fingerprint, name, kind }: DeviceRegistration,
): Promise<Device> {
  const { userId } = session;
  await deviceKey(services, session, { fingerprint, kind });
  const hash = hashOf(fingerprint);
  return systemTransaction(services.pool, async (db) => {
    // Serialises concurrent registrations, so that they cannot exceed the limit.
    await db.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [userId]);
    const taken = await rowsOf(db, userId);
    const before = taken.find((one) => one.hash.equals(hash));
    if (!before && taken.length >= services.config.licences.devices) throw new AppError('device_limit');
    const now = services.clock.now();
    // A device that registers again keeps the name that its user may have given it.
    await db.query(
      `UPDATE device_key SET registered_at = coalesce(registered_at, $3), name = $4, kind = $5, last_seen_at = $3
       WHERE user_id = $1 AND fingerprint_hash = $2`,
      [userId, hash, now, before?.name ?? distinctName(name, taken), kind],
    );
    await noteEvent(db, { kind: 'device.registered', userId, sessionId: session.sessionId, detail: { kind } }, now);
    const own = (await rowsOf(db, userId)).find((one) => one.hash.equals(hash));
    if (!own) throw new AppError('device_revoked');
    return shown(own);
  });
}

export async function renameDevice(
  services: Services,
  { userId }: Session,
  { deviceId, name }: { deviceId: string; name: string },
): Promise<Device> {
  return systemTransaction(services.pool, async (db) => {
    await db.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [userId]);
    const devices = await rowsOf(db, userId);
    const own = devices.find((one) => one.id === deviceId);
    if (!own) throw new AppError('not_found');
    const given = distinctName(
      name,
      devices.filter((one) => one !== own),
    );
    await db.query('UPDATE device_key SET name = $3 WHERE id = $1 AND user_id = $2', [deviceId, userId, given]);
    return shown({ ...own, name: given });
  });
}

export async function freeDeviceSlot(
  services: Services,
  { userId, sessionId }: Session,
  deviceId: string,
): Promise<void> {
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const gone = await db.query<{ hash: Buffer }>(
      `UPDATE device_key SET registered_at = NULL, key_hash = NULL, name = '', kind = ''
       WHERE id = $1 AND user_id = $2 AND registered_at IS NOT NULL
       RETURNING fingerprint_hash AS hash`,
      [deviceId, userId],
    );
    const hash = gone.rows[0]?.hash;
    if (!hash) throw new AppError('not_found');
    // The server's half of the key is withheld, not deleted: the user must still be able to open unsent work on that
    // device. If users remove the device they are using, the session continues as in an unregistered browser.
    await db.query('UPDATE session SET fingerprint_hash = NULL WHERE id = $1 AND fingerprint_hash = $2', [
      sessionId,
      hash,
    ]);
    await db.query(
      `UPDATE session SET ended_at = $3, ended_reason = 'device unregistered'
       WHERE user_id = $1 AND fingerprint_hash = $2 AND ended_at IS NULL`,
      [userId, hash, now],
    );
    await noteEvent(db, { kind: 'device.unregistered', userId, sessionId }, now);
  });
}
