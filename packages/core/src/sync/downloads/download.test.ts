import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import type { PostRow } from '../../site/rows/media.ts';
import type { MemberRow } from '../../site/rows/people.ts';
import type { PlanRow, RevisionRow } from '../../site/rows/plans.ts';
import { MemoryDownloads, MemoryServer, PIECE } from '../../testing/download-parts.ts';
import { examplePin } from '../../testing/rows.ts';
import { Unreachable } from '../client/store.ts';
import { checkDownload, newDownload, RESERVE_BYTES, runDownload } from './download.ts';
import { progressOf, STAGES } from './stages.ts';
import type { DownloadOptions, DownloadParts } from './store.ts';

const OPTIONS: DownloadOptions = { period: 'all', photos: 'thumbs' };
const PACK_BYTES = 87;

/** Only the fields a download reads. */
const revision = (id: string) =>
  ({
    ...{ id, planId: 'plan', thumbBlobId: `${id}-thumb`, previewBlobId: `${id}-preview` },
    textBlobId: `${id}-text`,
  }) as RevisionRow;
const photo = (id: string, createdAt: string) =>
  ({ id, pinId: 'pin', active: true, createdAt, files: [{ blobId: id, mime: 'image/jpeg' }] }) as PostRow;

const content = (key: string, length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + key.length) % 251);

let plan: PlanRow;
let device: MemoryDownloads;
let server: MemoryServer;
let posts: PostRow[];

const parts = (more: Partial<DownloadParts> = {}): DownloadParts =>
  server.parts(
    device,
    {
      plan: [plan],
      revision: [revision('r1'), revision('r2')],
      pin: [examplePin({ id: 'pin', planId: 'plan' })],
      post: posts,
      member: [{ id: 'm', projectId: 'project', userId: 'user', state: 'active' } as MemberRow],
    },
    more,
  );

beforeEach(async () => {
  plan = { id: 'plan', projectId: 'project', currentRevisionId: 'r1' } as PlanRow;
  posts = [photo('new', '2026-11-19T00:00:00.000Z'), photo('old', '2026-01-01T00:00:00.000Z')];
  device = new MemoryDownloads();
  server = new MemoryServer();
  for (const one of ['r1', 'r2']) {
    server.files.set(`pack/${one}`, content(`pack/${one}`, PACK_BYTES));
    for (const size of ['thumb', 'preview', 'text']) server.files.set(`original/${one}-${size}`, content(size, 25));
  }
  for (const one of ['new', 'old']) server.files.set(`thumb/${one}`, content(one, 33));
  server.files.set('avatar/user', content('avatar', 12));
  await device.start([newDownload({ planId: 'plan', projectId: 'project' }, OPTIONS)]);
});

const now = () => device.known.get('plan');
const FIRST_FILES = [
  ...['avatar/user', 'original/r1-preview', 'original/r1-text', 'original/r1-thumb'],
  ...['pack/r1', 'thumb/new', 'thumb/old'],
];

function expectWhole(keys: readonly string[]): void {
  expect([...device.stored.values()].map(({ key }) => key).sort()).toEqual(keys);
  for (const key of keys) expect(device.content('plan', key)).toEqual([...(server.files.get(key) ?? [])]);
}

/** Runs the download as a device does that restarts after each kill. */
async function runUntilDone(): Promise<void> {
  for (let runs = 0; now()?.state === 'IN_PROGRESS' && runs < 50; runs += 1) {
    await runDownload(parts(), 'plan').catch(() => undefined);
  }
}

test('the weights of the fourteen stages add up to one hundred', () => {
  expect(STAGES).toHaveLength(14);
  expect(STAGES.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  expect(progressOf('GET_PLAN_TILES', 0.5)).toBeCloseTo(0.175);
  expect(progressOf('DOWNLOAD_FINISHED', 0)).toBe(1);
});

test('a download stores everything a plan shows, and its progress only grows', async () => {
  const shown: number[] = [];
  await runDownload(parts({ onProgress: (_plan, stage, share) => shown.push(progressOf(stage, share)) }), 'plan');
  expect(now()).toMatchObject({ state: 'DONE', revisionId: 'r1' });
  expectWhole(FIRST_FILES);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(shown.at(-1)).toBe(1);
});

test('only photos of the chosen period are fetched', async () => {
  await device.start([
    { ...newDownload({ planId: 'plan', projectId: 'project' }, { ...OPTIONS, period: 'twoWeeks' }) },
  ]);
  await runDownload(parts(), 'plan');
  expectWhole(FIRST_FILES.filter((key) => key !== 'thumb/old'));
});

describe('small pictures', () => {
  const many = (count: number): void => {
    posts = Array.from({ length: count }, (_, at) => photo(`p${at}`, '2026-11-19T00:00:00.000Z'));
    for (const { id } of posts) server.files.set(`thumb/${id}`, content(id, 20));
  };

  test('arrive a hundred in a response', async () => {
    many(250);
    await runDownload(parts(), 'plan');
    expect(server.bundles.map((keys) => keys.length)).toEqual([100, 100, 50]);
    for (const { id } of posts) expect(server.sent.get(`thumb/${id}`)).toBe(20);
    expect(now()).toMatchObject({ state: 'DONE' });
  });

  test('that do not fit are fetched by their links', async () => {
    many(3);
    server.files.set('thumb/p1', content('p1', server.maxBundled + 1));
    await runDownload(parts(), 'plan');
    expect(device.content('plan', 'thumb/p1')).toEqual([...(server.files.get('thumb/p1') ?? [])]);
    expect(device.stored.size).toBe(FIRST_FILES.length - 2 + 3);
  });

  test('that arrived before a connection was lost are not fetched again', async () => {
    many(120);
    server.beforeChunk = (key, _offset, chunk) => {
      if (key === 'thumb/p60') throw new Unreachable('lost');
      return chunk;
    };
    await expect(runDownload(parts(), 'plan')).rejects.toBeInstanceOf(Unreachable);
    server.beforeChunk = (_key, _offset, chunk) => chunk;
    await runDownload(parts(), 'plan');
    for (const { id } of posts) expect(server.sent.get(`thumb/${id}`), id).toBe(20);
  });

  test('are fetched by their links from a server that has no bundles', async () => {
    many(3);
    const without = parts();
    without.server.bundle = async function* () {
      yield* [];
      throw new AppError('not_found');
    };
    await runDownload(without, 'plan');
    expect(now()).toMatchObject({ state: 'DONE' });
    expect(device.stored.has('plan thumb/p2')).toBe(true);
  });

  test('a full device ends the download with its reason', async () => {
    many(40);
    device.beforeWrite = (what) => {
      if (what === 'piece' && device.stored.has('plan thumb/p20')) throw new AppError('device_full');
    };
    await runDownload(parts(), 'plan');
    expect(now()).toMatchObject({ state: 'FAILED', code: 'device_full', stage: 'GET_MEDIA_POST_THUMBNAILS' });
  });
});

describe('killed at any point', () => {
  test('a download continues, and fetches nothing again except the piece in progress', async () => {
    await runDownload(parts(), 'plan');
    const whole = new Map(server.sent);
    const points = 40;
    for (let point = 0; point < points; point += 1) {
      device = new MemoryDownloads();
      server.sent.clear();
      await device.start([newDownload({ planId: 'plan', projectId: 'project' }, OPTIONS)]);
      let left = point;
      device.beforeWrite = () => {
        left -= 1;
        if (left === -1) throw new Unreachable('killed');
      };
      await runUntilDone();
      expect(now(), `killed at write ${point}`).toMatchObject({ state: 'DONE' });
      expectWhole(FIRST_FILES);
      for (const [key, bytes] of whole) {
        // A chunk may reach into the next piece; small files are one piece.
        const again = key.startsWith('pack/') ? PIECE + server.chunk : bytes;
        expect(server.sent.get(key), key).toBeLessThanOrEqual(bytes + again);
      }
    }
  });

  test('a lost connection leaves the download in progress', async () => {
    server.beforeChunk = (key, offset, chunk) => {
      if (key === 'pack/r1' && offset > 40) throw new Unreachable('lost');
      return chunk;
    };
    await expect(runDownload(parts(), 'plan')).rejects.toBeInstanceOf(Unreachable);
    expect(now()).toMatchObject({ state: 'IN_PROGRESS', stage: 'GET_PLAN_TILES' });
    const kept = device.content('plan', 'pack/r1').length;
    expect(kept).toBe(40);
    server.beforeChunk = (_key, _offset, chunk) => chunk;
    server.sent.clear();
    await runDownload(parts(), 'plan');
    expect(server.sent.get('pack/r1')).toBe(PACK_BYTES - kept);
    expectWhole(FIRST_FILES);
  });

  test('a connection that ends early without an error is noticed', async () => {
    const read = parts().server.read;
    const cut = parts();
    cut.server.read = async (source, offset) => {
      const found = await read(source, offset);
      async function* some() {
        for await (const chunk of found.chunks) {
          yield chunk;
          return;
        }
      }
      return { ...found, chunks: some() };
    };
    await expect(runDownload(cut, 'plan')).rejects.toBeInstanceOf(Unreachable);
    expect(now()?.state).toBe('IN_PROGRESS');
  });
});

describe('refused or damaged', () => {
  test('a piece whose hash differs is fetched again', async () => {
    let spoiled = 0;
    server.beforeChunk = (key, offset, chunk) => {
      if (key !== 'pack/r1' || offset !== 35 || spoiled > 0) return chunk;
      spoiled += 1;
      return chunk.map((byte) => byte ^ 1);
    };
    await runDownload(parts(), 'plan');
    expect(spoiled).toBe(1);
    expectWhole(FIRST_FILES);
  });

  test('a pack that stays damaged fails, and can be repeated from there', async () => {
    server.beforeChunk = (key, offset, chunk) =>
      key === 'pack/r1' && offset > 40 ? chunk.map((byte) => byte ^ 1) : chunk;
    await runDownload(parts(), 'plan');
    expect(now()).toMatchObject({ state: 'FAILED', stage: 'GET_PLAN_TILES', code: 'download_damaged' });
    server.beforeChunk = (_key, _offset, chunk) => chunk;
    server.sent.clear();
    await device.change('plan', (failed) => ({ ...failed, state: 'IN_PROGRESS' }));
    await runDownload(parts(), 'plan');
    expectWhole(FIRST_FILES);
    expect(server.sent.get('pack/r1')).toBe(PACK_BYTES - 40);
    expect(server.sent.has('original/r1-thumb')).toBe(false);
    expect(now()?.code).toBeUndefined();
  });

  test('expired links are renewed as long as pieces arrive', async () => {
    server.beforeChunk = (key, offset, chunk) => {
      // Each link delivers two chunks.
      if (key === 'pack/r1' && server.sent.get(key) !== undefined && offset % PIECE !== 0 && offset % 4 === 0)
        throw new AppError('link_expired');
      return chunk;
    };
    await runDownload(parts(), 'plan');
    expectWhole(FIRST_FILES);
  });

  test.each([
    ['a plan deleted meanwhile', () => server.files.delete('pack/r1'), 'not_found'],
    [
      'a full device',
      () => {
        device.beforeWrite = (what) => {
          if (what === 'piece') throw new AppError('device_full');
        };
      },
      'device_full',
    ],
  ])('%s ends the download with its reason', async (_what, break_, code) => {
    break_();
    await runDownload(parts(), 'plan');
    expect(now()).toMatchObject({ state: 'FAILED', code });
  });

  test('a download does not begin without enough free space', async () => {
    await runDownload(parts({ room: async () => RESERVE_BYTES + PACK_BYTES - 1 }), 'plan');
    expect(now()).toMatchObject({ state: 'FAILED', stage: 'GET_PLAN_TILES', code: 'device_full' });
    expect(server.sent.has('pack/r1')).toBe(false);
  });

  test('a project that is no longer accessible ends the download', async () => {
    await runDownload(parts({ readProject: async () => 'gone' }), 'plan');
    expect(now()).toMatchObject({ state: 'FAILED', code: 'not_found' });
  });

  test('one photo the server refuses does not prevent the others', async () => {
    server.beforeChunk = (key, _offset, chunk) => {
      if (key === 'thumb/new') throw new AppError('unsupported_type');
      return chunk;
    };
    await runDownload(parts(), 'plan');
    expect(now()?.state).toBe('DONE');
    expectWhole(FIRST_FILES.filter((key) => key !== 'thumb/new'));
  });

  test('an ended session only interrupts the download', async () => {
    const ended = parts();
    ended.server.pack = async () => {
      throw new AppError('session_ended');
    };
    await expect(runDownload(ended, 'plan')).rejects.toMatchObject({ code: 'session_ended' });
    expect(now()?.state).toBe('IN_PROGRESS');
  });
});

describe('a plan changed while it is downloaded', () => {
  /** Runs the download; the plan's row is replaced when its pack is half there. */
  const runWith = async (next: PlanRow | undefined) => {
    const plans = [plan];
    const rows = { plan: plans, revision: [revision('r1')], pin: [], post: [], member: [] };
    server.beforeChunk = (key, offset, chunk) => {
      if (key === 'pack/r1' && offset > 40) plans.splice(0, 1, ...(next ? [next] : []));
      return chunk;
    };
    await runDownload(server.parts(device, rows), 'plan');
  };

  test('is completed when it is set inactive', async () => {
    await runWith({ ...plan, active: false });
    expect(now()).toMatchObject({ state: 'DONE', revisionId: 'r1' });
    expect(device.content('plan', 'pack/r1')).toEqual([...(server.files.get('pack/r1') ?? [])]);
  });

  test('leaves only the reason when it is deleted or withdrawn from the member', async () => {
    await runWith(undefined);
    expect(now()).toMatchObject({ state: 'FAILED', code: 'not_found', revisionId: null });
    expect([device.stored.size, device.pieces.size]).toEqual([0, 0]);
  });
});

describe('the user', () => {
  /** Runs `act` when the pack is half there. */
  const halfway = (act: () => Promise<unknown>) => {
    let isDone = false;
    server.beforeChunk = (key, offset, chunk) => {
      if (key === 'pack/r1' && offset > 40 && !isDone) {
        isDone = true;
        void act();
      }
      return chunk;
    };
  };

  test('pauses a download, and resumes it later', async () => {
    halfway(() => device.change('plan', (running) => ({ ...running, state: 'PAUSED' })));
    await runDownload(parts(), 'plan');
    expect(now()).toMatchObject({ state: 'PAUSED', stage: 'GET_PLAN_TILES' });
    await device.change('plan', (paused) => ({ ...paused, state: 'IN_PROGRESS' }));
    await runDownload(parts(), 'plan');
    expectWhole(FIRST_FILES);
  });

  test('cancels it, and nothing remains on the device', async () => {
    halfway(() => device.remove('plan'));
    await runDownload(parts(), 'plan');
    expect([device.known.size, device.stored.size, device.pieces.size]).toEqual([0, 0, 0]);
  });

  test('removes a download, and nothing remains on the device', async () => {
    await runDownload(parts(), 'plan');
    await device.remove('plan');
    expect([device.known.size, device.stored.size, device.pieces.size]).toEqual([0, 0, 0]);
  });
});

describe('a new revision', () => {
  beforeEach(async () => {
    await runDownload(parts(), 'plan');
    plan = { ...plan, currentRevisionId: 'r2' };
  });

  test('makes the download outdated, and keeps the old one until the new one is complete', async () => {
    const done = now();
    if (!done) throw new Error('there is a download');
    expect(await checkDownload(parts(), done)).toBe('outdated');
    await device.start([{ ...done, state: 'IN_PROGRESS', stage: 'START_DOWNLOAD' }]);
    server.beforeChunk = (key, offset, chunk) => {
      if (key === 'pack/r2' && offset > 40) throw new Unreachable('lost');
      return chunk;
    };
    await expect(runDownload(parts(), 'plan')).rejects.toBeInstanceOf(Unreachable);
    expect(now()).toMatchObject({ revisionId: 'r1', target: 'r2' });
    expect(device.content('plan', 'pack/r1')).toHaveLength(PACK_BYTES);
    server.beforeChunk = (_key, _offset, chunk) => chunk;
    server.sent.clear();
    await runDownload(parts(), 'plan');
    expect(now()).toMatchObject({ state: 'DONE', revisionId: 'r2' });
    expectWhole(FIRST_FILES.map((key) => key.replace('r1', 'r2')));
    expect([...server.sent.keys()]).toEqual(['pack/r2']);
  });

  test('published during the download replaces its target', async () => {
    plan = { ...plan, currentRevisionId: 'r1' };
    await device.remove('plan');
    await device.start([newDownload({ planId: 'plan', projectId: 'project' }, OPTIONS)]);
    server.beforeChunk = (key, _offset, chunk) => {
      if (key === 'pack/r1') throw new Unreachable('lost');
      return chunk;
    };
    await expect(runDownload(parts(), 'plan')).rejects.toBeInstanceOf(Unreachable);
    plan = { ...plan, currentRevisionId: 'r2' };
    await runDownload(parts(), 'plan');
    expect(now()).toMatchObject({ state: 'DONE', revisionId: 'r2' });
  });
});

test('a photo added later makes the download outdated; a plan deleted later is gone', async () => {
  await runDownload(parts(), 'plan');
  const done = now();
  if (!done) throw new Error('there is a download');
  expect(await checkDownload(parts(), done)).toBe('current');
  posts.push(photo('added', '2026-11-19T00:00:00.000Z'));
  expect(await checkDownload(parts(), done)).toBe('outdated');
  plan = { ...plan, id: 'another' };
  expect(await checkDownload(parts(), done)).toBe('gone');
});
