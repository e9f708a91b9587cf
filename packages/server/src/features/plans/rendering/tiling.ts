// Where a picture's tiles are made: large ones in a thread beside the drawing, small ones at once, for a thread's start would take longer.
import { Worker } from 'node:worker_threads';
import { RenderError } from './render-error.ts';
import { type StripTaker, stripPixels } from './strips.ts';
import { openTiler, type Tiled, type TilerJob } from './tiler.ts';
import type { FromThread, TilingStart, ToThread } from './tiling-thread.ts';

const THREAD_PIXELS = 8_000_000;
/** Two strips let drawing and tiling go on side by side; the strips of very wide sheets have to share one room. */
const ROOM_BYTES = 128 * 2 ** 20;
const THREAD = new URL('./tiling-thread.ts', import.meta.url);

export interface Tiling extends StripTaker {
  /** Waits until all is written. */
  finish(): Promise<Tiled>;
  close(): Promise<void>;
}

export function openTiling(job: TilerJob): Promise<Tiling> {
  return job.width * job.height < THREAD_PIXELS ? tilingHere(job) : Promise.resolve(tilingBeside(job));
}

async function tilingHere(job: TilerJob): Promise<Tiling> {
  const tiler = await openTiler(job);
  const room = new Int32Array(stripPixels(job.width, job.height));
  return {
    room: async () => room,
    take: (filled, pixels) => tiler.take(filled.subarray(0, pixels)),
    finish: () => tiler.finish(),
    close: () => tiler.close(),
  };
}

function tilingBeside(job: TilerJob): Tiling {
  const bytes = 4 * stripPixels(job.width, job.height);
  const rooms = Array.from({ length: 2 * bytes <= ROOM_BYTES ? 2 : 1 }, () => new SharedArrayBuffer(bytes));
  const start: TilingStart = { job, rooms };
  const thread = new Worker(THREAD, { workerData: start });
  const tell = (message: ToThread) => thread.postMessage(message);
  const pixels: Int32Array[] = rooms.map((room) => new Int32Array(room));
  const free = [...pixels];
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const done = Promise.withResolvers<Tiled>();
  let wake = Promise.withResolvers<void>();
  thread.on('message', (message: FromThread) => {
    if (message.type === 'free') {
      free.push(pixels[message.room] ?? new Int32Array(0));
      wake.resolve();
    } else if (message.type === 'done') done.resolve(message.tiled);
    else done.reject(new RenderError(message.problem, message.stage, message.message));
  });
  thread.once('error', done.reject);
  thread.once('exit', () => done.reject(new RenderError('internal', 'tiling', 'the tiles were left')));
  // Who waits for a room is told of a failure there; until then nobody listens.
  done.promise.catch(() => wake.resolve());
  return {
    async room() {
      for (;;) {
        const room = free.shift();
        if (room) return room;
        wake = Promise.withResolvers<void>();
        await Promise.race([wake.promise, done.promise]);
      }
    },
    async take(filled, count) {
      tell({ type: 'strip', room: pixels.indexOf(filled), pixels: count });
    },
    finish() {
      tell({ type: 'end' });
      return done.promise;
    },
    async close() {
      void thread.terminate();
      await ended;
    },
  };
}
