// The rendering child process: takes a job, runs it and reports the result. Then it exits, or waits for the next job.
import { flushCompileCache } from 'node:module';
import { ignoreStopSignals } from '../platform/stop-signals.ts';
import {
  inspectInProcess,
  linesInProcess,
  previewPagesInProcess,
  renderInProcess,
  scanInProcess,
} from './in-process.ts';
import type { Job, JobMessage, Reply, ResourceUse, Results } from './messages.ts';
import { asRenderError, type RenderStage } from './render-error.ts';
import type { RenderProgress } from './results.ts';

const FIRST_STAGE: Record<Job['kind'], RenderStage> = {
  inspect: 'inspecting',
  previews: 'previewing',
  render: 'pdfConversion',
  lines: 'pdfConversion',
  scan: 'pdfConversion',
  model: 'inspecting',
  print: 'pdfConversion',
};

function send(reply: Reply): void {
  process.send?.(reply);
}

async function run(job: Job): Promise<Results[keyof Results]> {
  const progress: RenderProgress = (stage, share) => send({ type: 'progress', stage, share });
  const share = (done: number) => progress('pdfConversion', done);
  if (job.kind === 'inspect') return inspectInProcess(job.path, job.name, job.titles, share, job.wordsOut);
  if (job.kind === 'model') {
    // The model reader and the printing code are large, so each is loaded only when needed.
    const { buildModel } = await import('./engines/ifc/build-model.ts');
    return buildModel(job.path, job.name, job.folder, progress, { leaveOut: job.leaveOut });
  }
  if (job.kind === 'render') {
    return renderInProcess(job.path, job.page, job.folder, progress, job);
  }
  if (job.kind === 'lines') return linesInProcess(job.path, job.page, job);
  if (job.kind === 'scan') return scanInProcess(job.path, job.page, job);
  if (job.kind === 'print') {
    const { printInProcess } = await import('./engines/print/print-in-process.ts');
    return printInProcess(job.order, share);
  }
  await previewPagesInProcess(job.path, job.wanted, (preview) => send({ type: 'preview', preview }));
  return null;
}

/** Milliseconds of processor time that earlier jobs took. */
let timeBefore = 0;

function used(): ResourceUse {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const time = (userCPUTime + systemCPUTime) / 1000;
  const cpuTime = time - timeBefore;
  timeBefore = time;
  return { peakMemory: maxRSS * 1024, cpuTime };
}

process.on('message', async ({ job, stays }: JobMessage) => {
  let reply: Reply;
  try {
    const result = await run(job);
    reply = { type: 'done', result, used: used() };
  } catch (error) {
    const { problem, stage, message, line, isPermanent } = asRenderError(error, 'internal', FIRST_STAGE[job.kind]);
    reply = { type: 'failed', problem, stage, message, line, isPermanent };
  }
  // The parent kills this process once it has the reply, unless it stays.
  flushCompileCache();
  process.send?.(reply, () => {
    if (!stays || reply.type === 'failed') process.exit(0);
  });
});

ignoreStopSignals();

// Without its parent, no one is waiting for the result.
process.once('disconnect', () => process.exit(1));
