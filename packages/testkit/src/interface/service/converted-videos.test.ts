// Uploaded videos are converted by a job; the player gets the converted one, everything else the original.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileLinks, type MediaSize } from '@plumbline/core/features/media/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { videoTasks } from '@plumbline/server/features/media/videos/convert-video';
import { enqueueEarlierVideos } from '@plumbline/server/features/media/videos/earlier-videos';
import { VIDEO_TASK } from '@plumbline/server/features/uploads/store';
import { removeBytes } from '@plumbline/server/features/uploads/unnamed';
import type { Services } from '@plumbline/server/platform/services';
import type { Transcoder } from '@plumbline/server/platform/transcoder/transcoder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { metadata } from '../../program/upload.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

const CONVERTED = Buffer.from('converted');
/** The file type of QuickTime, by which the server recognises a video. */
const HEAD = Buffer.from('00000014667479707174202000000000', 'hex');

/** An uploaded video, its links, and a function that runs its job with a transcoder. */
async function uploaded(mime = 'video/quicktime') {
  const { caller } = world.roles.contributor;
  const [blobId, bytes] = [
    randomUUID(),
    Buffer.concat([mime.startsWith('video/') ? HEAD : Buffer.alloc(16), randomBytes(200)]),
  ];
  const purpose = mime.startsWith('video/') ? 'video' : 'file';
  const headers = {
    'upload-length': String(bytes.length),
    'upload-metadata': metadata({ id: blobId, purpose, name: 'walk', mime }),
  };
  await caller.raw({ method: 'POST', url: '/api/files', headers });
  const sent = await caller.raw({
    method: 'PATCH',
    url: `/api/files/${blobId}`,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
      'upload-offset': '0',
    },
    payload: bytes,
  });
  expect(sent.status).toBe(204);
  const payload = { organisationId: world.organisationId, blobId };
  const get = async (size: MediaSize) => {
    const body = { projectId: world.projectId, blobIds: [blobId], sizes: [size] };
    const [link] = (await caller.call(fileLinks, { body })).links;
    const { status, headers: sent, raw } = await world.nobody.raw({ method: 'GET', url: String(link?.url) });
    return { status, type: sent['content-type'], isConverted: raw.equals(CONVERTED), isOriginal: raw.equals(bytes) };
  };
  const convert = async (transcoder: Partial<Transcoder>, over: Partial<Services> = {}, attempt = 1) => {
    const calls: string[] = [];
    const services: Services = {
      ...server.services,
      ...over,
      transcoder: {
        available: async () => true,
        toMp4: async (source, target, options) => {
          calls.push(source);
          return (transcoder.toMp4 ?? toMp4)(source, target, options);
        },
        ...(transcoder.available && { available: transcoder.available }),
      },
    };
    const signal = new AbortController().signal;
    await videoTasks(services)[VIDEO_TASK]?.(payload, { id: '1', attempt, maxAttempts: 3, signal });
    return calls.length;
  };
  return { blobId, bytes, get, convert };
}

const toMp4: Transcoder['toMp4'] = async (_source, target) => {
  await writeFile(target, CONVERTED);
  return true;
};
const ORIGINAL = { status: 200, type: 'video/quicktime', isOriginal: true };
const PLAYED = { status: 200, type: 'video/mp4', isConverted: true };

const jobsOf = async (blobId: string) => {
  const found = await server.database.root.query(
    `SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1 AND j.payload ->> 'blobId' = $2`,
    [VIDEO_TASK, blobId],
  );
  return found.rowCount;
};

test('a video is converted once, and the original stays', async () => {
  const { blobId, get, convert } = await uploaded();
  expect(await jobsOf(blobId)).toBe(1);
  expect(await get('play')).toMatchObject(ORIGINAL);
  expect(await convert({})).toBe(1);
  expect(await get('play')).toMatchObject(PLAYED);
  for (const size of ['original', 'download'] as const) expect(await get(size)).toMatchObject(ORIGINAL);
  expect(await convert({})).toBe(0);
});

test('videos uploaded before a transcoder was installed are converted once there is one', async () => {
  const waiting = async (transcoder: boolean) => {
    await server.database.root.query(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
       WHERE t.id = j.task_id AND t.identifier = $1`,
      [VIDEO_TASK],
    );
    const services = { ...server.services, transcoder: { available: async () => transcoder, toMp4 } };
    await enqueueEarlierVideos(services, new AbortController().signal);
    return Promise.all(videos.map(({ blobId }) => jobsOf(blobId)));
  };
  const videos = [await uploaded(), await uploaded(), await uploaded(), await uploaded()] as const;
  const [early, playable, unreadable, failing] = videos;
  await early.convert({ available: async () => false });
  expect(await waiting(false)).toEqual([0, 0, 0, 0]);
  expect(await waiting(true)).toEqual([1, 1, 1, 1]);
  await early.convert({});
  expect(await early.get('play')).toMatchObject(PLAYED);
  // A video is looked at once: also one that plays as it is, cannot be read, or failed at each attempt.
  await playable.convert({ toMp4: async () => false });
  await unreadable.convert({ toMp4: () => Promise.reject(new AppError('unsupported_type')) });
  const fails = { toMp4: () => Promise.reject(new Error('killed')) };
  await expect(failing.convert(fails, {}, 2)).rejects.toThrow('killed');
  expect(await waiting(true)).toEqual([0, 0, 0, 1]);
  await expect(failing.convert(fails, {}, 3)).rejects.toThrow('killed');
  expect(await waiting(true)).toEqual([0, 0, 0, 0]);
  expect(await playable.convert({})).toBe(0);
});

test('other files are not converted', async () => {
  const { blobId } = await uploaded('application/octet-stream');
  const { rows } = await server.database.root.query('SELECT mime FROM blob WHERE id = $1', [blobId]);
  expect([rows[0]?.mime.startsWith('video/') ?? false, await jobsOf(blobId)]).toEqual([false, 0]);
});

test.each<[string, Partial<Transcoder>]>([
  ['no transcoder is installed', { available: async () => false }],
  ['every browser plays it', { toMp4: async () => false }],
  ['it cannot be read', { toMp4: () => Promise.reject(new AppError('unsupported_type')) }],
])('a video is played as it is if %s', async (_name, transcoder) => {
  const { get, convert } = await uploaded();
  await convert(transcoder);
  expect(await get('play')).toMatchObject(ORIGINAL);
});

test('a conversion that was killed or met a full disk leaves nothing behind and can be repeated', async () => {
  const { get, convert } = await uploaded();
  const killed: Transcoder['toMp4'] = async (_source, target) => {
    await writeFile(target, 'the first hal');
    throw new Error('killed');
  };
  await expect(convert({ toMp4: killed })).rejects.toThrow('killed');
  const full = { ...server.services.files, put: () => Promise.reject(new AppError('no_space')) };
  await expect(convert({}, { files: full })).rejects.toThrow('no_space');
  expect(await get('play')).toMatchObject(ORIGINAL);
  await convert({});
  expect(await get('play')).toMatchObject(PLAYED);
});

test('a conversion is cancelled when the video is deleted', async () => {
  const { blobId, convert } = await uploaded();
  const waits: Transcoder['toMp4'] = async (_source, _target, { signal }) => {
    await server.database.root.query('DELETE FROM upload WHERE id = $1', [blobId]);
    await server.database.root.query('DELETE FROM blob WHERE id = $1', [blobId]);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  };
  expect(await convert({ toMp4: waits })).toBe(1);
  expect(await convert({})).toBe(0);
});

test('the converted video is removed with the original', async () => {
  const { blobId, bytes, convert } = await uploaded();
  await convert({});
  const hash = createHash('sha256').update(bytes).digest('hex');
  const kept = () => server.services.files.stat(`sizes/${world.organisationId}/${hash}/play.mp4`);
  expect(await kept()).toBeDefined();
  await server.database.root.query('DELETE FROM upload WHERE id = $1', [blobId]);
  await server.database.root.query('DELETE FROM blob WHERE id = $1', [blobId]);
  await removeBytes(server.services, {
    organisationId: world.organisationId,
    key: `blobs/${world.organisationId}/${hash}`,
  });
  expect(await kept()).toBeUndefined();
});
