// The thread that makes tiles while the page is still being drawn: takes strips, tells when their room is free again, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportProblem } from '@plumbline/core/features/imports/stages';
import { asRenderError, type RenderStage } from './render-error.ts';
import { openSecondThread } from './row-sharing.ts';
import { openTiler, type Tiled, type TilerJob } from './tiler.ts';

export interface TilingStart {
  readonly job: TilerJob;
  readonly rooms: readonly SharedArrayBuffer[];
}

export type ToThread =
  | { readonly type: 'strip'; readonly room: number; readonly pixels: number }
  | { readonly type: 'end' };

export type FromThread =
  | { readonly type: 'free'; readonly room: number }
  | { readonly type: 'done'; readonly tiled: Tiled }
  | { readonly type: 'failed'; readonly problem: ImportProblem; readonly stage: RenderStage; readonly message: string };

async function work({ job, rooms }: TilingStart, port: NonNullable<typeof parentPort>): Promise<void> {
  const tell = (message: FromThread) => port.postMessage(message);
  const beside = openSecondThread();
  const tiler = openTiler(job, beside);
  const pixels = rooms.map((room) => new Int32Array(room));
  let before: Promise<void> = Promise.resolve();
  const stop = (error: unknown) => {
    const { problem, stage, message } = asRenderError(error, 'internal', 'pdfConversion');
    tell({ type: 'failed', problem, stage, message });
    void beside?.close();
    port.close();
  };
  async function strip({ room, pixels: count }: Extract<ToThread, { type: 'strip' }>): Promise<void> {
    await (await tiler).take((pixels[room] ?? new Int32Array(0)).subarray(0, count));
    tell({ type: 'free', room });
  }
  async function end(): Promise<void> {
    const open = await tiler;
    try {
      tell({ type: 'done', tiled: await open.finish() });
    } finally {
      await open.close();
      await beside?.close();
      port.close();
    }
  }
  tiler.catch(stop);
  port.on('message', (message: ToThread) => {
    before = before.then(() => (message.type === 'strip' ? strip(message) : end()));
    before.catch(stop);
  });
}

if (parentPort) await work(workerData as TilingStart, parentPort);
