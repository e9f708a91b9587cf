// Profile pictures: every upload is re-encoded as a small WebP from its pixels. Nothing of the original file is kept,
// so an SVG with scripts or external references is harmless.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';
import sharp, { type Sharp } from 'sharp';
import { mayRemoveFiles, REMOVAL_DELAY_MS } from '../../db/file-locks.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { createSlots } from '../../http/limits/concurrency-slots.ts';
import { putOnce } from '../../platform/files/put-once.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';

type Pixels = { data: Buffer; width: number; height: number; channels: 3 };

const isBmp = (bytes: Buffer): boolean => bytes.length > 54 && bytes.toString('latin1', 0, 2) === 'BM';

/** Compression codes that mean uncompressed: plain, and the bit fields that current programs write for 32 bits. */
const PLAIN = new Set([0, 3]);

/**
 * Reads uncompressed BMP images (24 and 32 bits per pixel, and 8-bit palettes), which sharp does not support. Throws
 * `unsupported_type` for other kinds and for truncated files, `too_large` above `mostPixels`.
 */
function readBmp(bytes: Buffer, mostPixels: number): Pixels {
  if (!isBmp(bytes)) throw new AppError('unsupported_type');
  const start = bytes.readUInt32LE(10);
  const header = bytes.readUInt32LE(14);
  const width = bytes.readInt32LE(18);
  const tall = bytes.readInt32LE(22);
  const bits = bytes.readUInt16LE(28);
  const compression = bytes.readUInt32LE(30);
  const height = Math.abs(tall);
  if (header < 40 || width <= 0 || height === 0 || !PLAIN.has(compression)) throw new AppError('unsupported_type');
  if (width * height > mostPixels) throw new AppError('too_large');
  const step = Math.floor((bits * width + 31) / 32) * 4;
  if (![8, 24, 32].includes(bits) || start + step * height > bytes.length) throw new AppError('unsupported_type');
  const palette = 14 + header;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    // Rows are stored bottom-up unless the height is negative.
    const row = start + step * (tall > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x += 1) {
      const at = bits === 8 ? palette + (bytes[row + x] ?? 0) * 4 : row + (x * bits) / 8;
      const to = (y * width + x) * 3;
      // Pixels are stored as blue, green, red.
      data[to] = bytes[at + 2] ?? 0;
      data[to + 1] = bytes[at + 1] ?? 0;
      data[to + 2] = bytes[at] ?? 0;
    }
  }
  return { data, width, height, channels: 3 };
}

const SIDE = 512;
/** Phone cameras produce up to 50 million pixels; larger images would exhaust the memory of a small machine. */
const MAX_PIXELS = 60_000_000;
const SECONDS = 15;
const FORMATS = new Set(['png', 'jpeg', 'svg', 'gif']);
const slots = createSlots(2, 50);

async function open(bytes: Buffer): Promise<Sharp> {
  if (isBmp(bytes)) {
    const { data, ...raw } = readBmp(bytes, MAX_PIXELS);
    return sharp(data, { raw });
  }
  const source = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const { format, width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!FORMATS.has(format ?? '')) throw new AppError('unsupported_type');
  if (width * height > MAX_PIXELS) throw new AppError('too_large');
  return source();
}

async function shrink(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = await open(bytes);
    return await picture
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unsupported_type');
  }
}

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
  const created = await slots(() => shrink(bytes));
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
