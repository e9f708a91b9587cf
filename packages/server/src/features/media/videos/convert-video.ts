// Uploaded videos that not every browser plays are converted once and stored beside the original, which stays as it is.
import { join } from 'node:path';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { fileBytes } from '../../../platform/files/files.ts';
import { putOnce } from '../../../platform/files/put-once.ts';
import { follow } from '../../../platform/queue/follow.ts';
import type { Task, Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { requireDiskSpace } from '../../uploads/disk-space.ts';
import { onDisk, withScratch } from '../../uploads/scratch.ts';
import { VIDEO_TASK } from '../../uploads/store.ts';
import type { Blob } from '../blobs.ts';

const payload = z.strictObject({ organisationId: id, blobId: id });
type Video = Pick<Blob, 'organisationId' | 'sha256' | 'key' | 'size' | 'name'>;
type Found = Video & { isChecked: boolean };

/** Removed with the original, as its smaller images are. */
const convertedKey = ({ organisationId, sha256 }: Pick<Video, 'organisationId' | 'sha256'>): string =>
  `sizes/${organisationId}/${sha256}/play.mp4`;

/** The converted video; undefined if there is none. */
export async function convertedVideo({ files }: Pick<Services, 'files'>, video: Video) {
  const found = await files.stat(convertedKey(video));
  return (
    found && {
      key: found.key,
      size: found.size,
      name: `${video.name}.mp4`,
      mime: 'video/mp4',
      etag: `${video.sha256.slice(0, 32)}-mp4`,
    }
  );
}

async function videoOf({ pool }: Services, { organisationId, blobId }: z.output<typeof payload>) {
  const found = await tenantTransaction(pool, organisationId, (db) =>
    db.query<Found>(
      `SELECT b.organisation_id AS "organisationId", encode(b.sha256, 'hex') AS sha256, b.size::float8 AS size, b.key, b.name,
         EXISTS (SELECT FROM checked_video c WHERE c.organisation_id = $1 AND c.blob_id = $2) AS "isChecked"
       FROM blob b WHERE b.organisation_id = $1 AND b.id = $2`,
      [organisationId, blobId],
    ),
  );
  return found.rows[0];
}

async function convert(services: Services, video: Video, signal: AbortSignal): Promise<void> {
  const { files, transcoder, log } = services;
  // A converted video is seldom larger than the original.
  await requireDiskSpace(services, video.size);
  await withScratch(services, async (folder) => {
    const target = join(folder, 'play.mp4');
    const began = performance.now();
    if (!(await transcoder.toMp4(await onDisk(services, video.key, folder), target, { signal }))) return;
    await putOnce(files, convertedKey(video), () => fileBytes(target));
    log.info({ key: video.key, ms: Math.round(performance.now() - began) }, 'converted a video');
  });
}

/** Marks the video, so that it is not looked at again. */
const markChecked = ({ pool }: Services, { organisationId, blobId }: z.output<typeof payload>): Promise<unknown> =>
  tenantTransaction(pool, organisationId, (db) =>
    db.query(
      `INSERT INTO checked_video (organisation_id, blob_id) SELECT organisation_id, id FROM blob
       WHERE organisation_id = $1 AND id = $2 ON CONFLICT DO NOTHING`,
      [organisationId, blobId],
    ),
  );

/** Stops as soon as the file is deleted. Safe to repeat: the result appears as a whole or not at all. */
const convertVideo =
  (services: Services): Task =>
  async (given, { signal, attempt, maxAttempts }) => {
    const key = payload.parse(given);
    if (!(await services.transcoder.available())) return;
    const video = await videoOf(services, key);
    if (!video || video.isChecked) return;
    if (await convertedVideo(services, video)) return void (await markChecked(services, key));
    const follower = follow({
      look: async () => (await videoOf(services, key)) !== undefined,
      signal,
      failed: (error) => services.log.warn({ err: error }, 'a video could not be looked up during its conversion'),
    });
    try {
      await convert(services, video, follower.signal);
      await markChecked(services, key);
    } catch (error) {
      if (follower.cancelled()) return;
      const isUnreadable = error instanceof AppError && error.code === 'unsupported_type';
      if (isUnreadable || (attempt >= maxAttempts && !signal.aborted)) await markChecked(services, key);
      if (!isUnreadable) throw error;
      services.log.warn({ err: error, key: video.key }, 'a video could not be read');
    } finally {
      await follower.end();
    }
  };

export const videoTasks = (services: Services): Tasks => ({ [VIDEO_TASK]: convertVideo(services) });
