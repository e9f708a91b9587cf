// Profile pictures: every upload is re-encoded as a small WebP from its pixels. Nothing of the original file is kept,
// so an SVG with scripts or external references is harmless.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';
import { mayRemoveFiles, REMOVAL_DELAY_MS } from '../../db/file-locks.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { createSlots } from '../../http/limits/concurrency-slots.ts';
import { putOnce } from '../../platform/files/put-once.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { createPictureResizer } from '../../rendering/resizing/picture-resizer.ts';

const PARALLEL = 2;
const slots = createSlots(PARALLEL, 50);
const shrink = createPictureResizer(PARALLEL);

const keyOf = (userId: string, name: string) => `pictures/${userId}/${name}.webp`;
const PICTURE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{40})\.webp$/u;

/** The storage key of the picture a link names. */
export function pictureKey(picture: string): string {
  const [, userId, name] = PICTURE.exec(picture) ?? [];
  if (userId === undefined || name === undefined) throw new AppError('not_found');
  return keyOf(userId, name);
}

const REMOVE = 'pictures.remove';

/** Removes a picture that no one uses any more; later if a backup needs it. */
export async function removePicture({ pool, files, queue, clock }: Services, key: string): Promise<void> {
  await systemTransaction(pool, async (db) => {
    const used = await db.query('SELECT FROM app_user WHERE picture_key = $1', [key]);
    if (used.rowCount !== 0) return;
    if (await mayRemoveFiles(db)) return files.remove(key);
    const runAt = new Date(clock.now().getTime() + REMOVAL_DELAY_MS);
    return queue.enqueue(db, REMOVE, { key }, { key, runAt });
  });
}

export const pictureTasks = (services: Services): Tasks => ({
  [REMOVE]: (payload) => removePicture(services, (payload as { key: string }).key),
});

async function replace(services: Services, userId: string, key: string | null, size: number | null): Promise<void> {
  const before = await services.pool.query<{ key: string | null }>(
    `WITH old AS (SELECT picture_key FROM app_user WHERE id = $1 FOR UPDATE)
     UPDATE app_user SET picture_key = $2, picture_size = $3 FROM old WHERE id = $1 RETURNING old.picture_key AS key`,
    [userId, key, size],
  );
  const old = before.rows[0]?.key;
  if (old && old !== key) await removePicture(services, old);
}

export async function storePicture(services: Services, userId: string, bytes: Buffer): Promise<void> {
  const created = await slots(() => shrink(bytes, 'profile'));
  const key = keyOf(userId, createHash('sha256').update(created).digest('hex').slice(0, 40));
  await putOnce(services.files, key, () => Readable.from([created]));
  await replace(services, userId, key, created.length);
}

export const dropPicture = (services: Services, userId: string): Promise<void> => replace(services, userId, null, null);

/** The picture files of those `userIds` who belong to the organisation and have a picture. */
export async function picturesOf(pool: Pool, organisationId: string, userIds: readonly string[]) {
  const found = await pool.query<{ userId: string; key: string }>(
    `SELECT u.id AS "userId", u.picture_key AS key
     FROM app_user u JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $1
     WHERE u.id = ANY ($2) AND u.picture_key IS NOT NULL`,
    [organisationId, userIds],
  );
  return found.rows;
}
