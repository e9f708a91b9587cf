// The thread that makes tiles while the page is still being rendered: takes strips, reports when they are free again,
// and ends.
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportProblem } from '@plumbline/core/features/imports/stages';
import { asRenderError, type RenderStage } from '../../render-error.ts';
import type { Layout } from './memory-layout.ts';
import type { StoredLevel } from './pyramid.ts';
import { openTiler, type Tiled, type TilerJob } from './tiler.ts';

export interface TilingStart {
  readonly job: TilerJob;
  readonly layout: Layout;
}

export type ToThread =
  | { readonly type: 'strip'; readonly at: number; readonly rows: number }
  | { readonly type: 'end' };

export type FromThread =
  | { readonly type: 'free'; readonly at: number }
  | { readonly type: 'stored'; readonly stored: StoredLevel }
  | { readonly type: 'done'; readonly tiled: Tiled }
  | { readonly type: 'failed'; readonly problem: ImportProblem; readonly stage: RenderStage; readonly message: string };

async function work({ job, layout }: TilingStart, port: NonNullable<typeof parentPort>): Promise<void> {
  const post = (message: FromThread) => port.postMessage(message);
  const tiler = openTiler(job, layout);
  let before: Promise<void> = Promise.resolve();
  const stop = (error: unknown) => {
    const { problem, stage, message } = asRenderError(error, 'internal', 'pdfConversion');
    post({ type: 'failed', problem, stage, message });
    port.close();
  };
  async function strip({ at, rows }: Extract<ToThread, { type: 'strip' }>): Promise<void> {
    await (await tiler).take(at, rows);
    post({ type: 'free', at });
  }
  async function end(): Promise<void> {
    const open = await tiler;
    try {
      const stored: FromThread = { type: 'stored', stored: open.stored };
      // Transferred, not copied.
      port.postMessage(stored, [open.stored.pixels.buffer]);
      post({ type: 'done', tiled: await open.finish() });
    } finally {
      await open.close();
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
