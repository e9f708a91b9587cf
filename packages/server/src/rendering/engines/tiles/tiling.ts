// Decides where an image is tiled: large sheets in a thread parallel to the rendering; small ones directly, because
// starting a thread would take longer, and photos too, because libvips encodes them in its own threads.
import { Worker } from 'node:worker_threads';
import { pyramidOf, TILE_SIZE } from '@plumbline/core/features/plans/tiles/pack-format';
import { RenderError } from '../../render-error.ts';
import { type Layout, layOut, pixelsAt } from './memory-layout.ts';
import type { StoredLevel } from './pyramid.ts';
import type { TileBand, TileBandConsumer } from './tile-bands.ts';
import { openTiler, type Tiled, type TilerJob } from './tiler.ts';
import type { FromThread, TilingStart, ToThread } from './tiling-thread.ts';

const THREAD_PIXELS = 8_000_000;
/** Two strips let rendering and tiling overlap; very wide sheets have only one, because two would exceed this size. */
const ROOM_BYTES = 128 * 2 ** 20;
const THREAD = new URL('./tiling-thread.ts', import.meta.url);

export interface Tiling extends TileBandConsumer {
  /** Call once, after the last strip: returns the stored level, while tiles may still be being encoded. */
  stored(): Promise<StoredLevel>;
  /** Call after `stored`: waits until everything is written. */
  finish(): Promise<Tiled>;
  close(): Promise<void>;
}

export function openTiling(job: TilerJob): Promise<Tiling> {
  const here = job.grain === 'lossy' || job.width * job.height < THREAD_PIXELS;
  return here ? tileInProcess(job) : Promise.resolve(tileInThread(job));
}

function stripsOf(layout: Layout, job: TilerJob): TileBand[] {
  const pixels = job.width * Math.min(TILE_SIZE, job.height);
  return layout.strips.map((at) => ({ at, pixels: pixelsAt(layout, at, pixels) }));
}

async function tileInProcess(job: TilerJob): Promise<Tiling> {
  const layout = layOut(pyramidOf(job.width, job.height), 1);
  const tiler = await openTiler(job, layout);
  const [only] = stripsOf(layout, job);
  if (!only) throw new RangeError('an image without a band');
  return {
    room: async () => only,
    take: ({ at }, rows) => tiler.take(at, rows),
    stored: async () => tiler.stored,
    finish: () => tiler.finish(),
    close: () => tiler.close(),
  };
}

function tileInThread(job: TilerJob): Tiling {
  const bytes = 4 * job.width * Math.min(TILE_SIZE, job.height);
  const layout = layOut(pyramidOf(job.width, job.height), 2 * bytes <= ROOM_BYTES ? 2 : 1);
  const strips = stripsOf(layout, job);
  const start: TilingStart = { job, layout };
  const thread = new Worker(THREAD, { workerData: start });
  const post = (message: ToThread) => thread.postMessage(message);
  const free = [...strips];
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const stored = Promise.withResolvers<StoredLevel>();
  const done = Promise.withResolvers<Tiled>();
  let wake = Promise.withResolvers<void>();
  thread.on('message', (message: FromThread) => {
    if (message.type === 'free') {
      free.push(...strips.filter(({ at }) => at === message.at));
      wake.resolve();
    } else if (message.type === 'stored') stored.resolve(message.stored);
    else if (message.type === 'done') done.resolve(message.tiled);
    else done.reject(new RenderError(message.problem, message.stage, message.message));
  });
  thread.once('error', done.reject);
  thread.once('exit', () => done.reject(new RenderError('internal', 'tiling', 'the tiles were left')));
  // A caller waiting for a strip gets the failure there; until then no one is listening.
  done.promise.catch((error: unknown) => {
    wake.resolve();
    stored.reject(error);
  });
  stored.promise.catch(() => undefined);
  return {
    async room() {
      for (;;) {
        const strip = free.shift();
        if (strip) return strip;
        wake = Promise.withResolvers<void>();
        await Promise.race([wake.promise, done.promise]);
      }
    },
    async take({ at }, rows) {
      post({ type: 'strip', at, rows });
    },
    stored() {
      post({ type: 'end' });
      return stored.promise;
    },
    finish: () => done.promise,
    async close() {
      void thread.terminate();
      await ended;
    },
  };
}
