// The worker's side of prints: gathers the data, renders in a separate process, stores the file. Every step can be
// repeated.
import { join } from 'node:path';
import type { PrintProblem } from '@plumbline/core/features/plans/print-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantSnapshot } from '../../../db/tx/transaction.ts';
import { readActor } from '../../../http/project-actor.ts';
import { textsIn } from '../../../http/texts.ts';
import { fileBytes } from '../../../platform/files/files.ts';
import { follow } from '../../../platform/queue/follow.ts';
import type { JobContext, Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { printPlan } from '../../../rendering/render.ts';
import { RenderError } from '../../../rendering/render-error.ts';
import { onDisk, withScratch } from '../../uploads/scratch.ts';
import { gather } from './print-content.ts';
import {
  endPrint,
  MAX_ATTEMPTS,
  notifyPrint,
  PRINT,
  type PrintJob,
  type PrintKey,
  printFile,
  startPrint,
} from './store.ts';

/** Short, because a user waits with the dialog open. */
const POLL_INTERVAL_MS = 500;

const payload = z.strictObject({ organisationId: id, printId: id });

/** A print that no retry can produce. */
class PermanentFailure extends Error {}

function problemOf(error: unknown): PrintProblem {
  if (error instanceof PermanentFailure) return 'no_file';
  if (!(error instanceof RenderError) || error.problem === 'internal') return 'internal';
  return error.problem === 'timeout' || error.problem === 'memory_limit' ? 'too_large' : 'file_damaged';
}

function watch(services: Services, key: PrintKey, signal: AbortSignal) {
  let percent = 0;
  const following = follow({
    look: () => notifyPrint(services, key, percent),
    signal,
    failed: (error) => services.log.warn({ err: error }, 'the progress of a print could not be written'),
    everyMs: POLL_INTERVAL_MS,
  });
  return {
    ...following,
    progress: (share: number) => {
      percent = Math.floor(share * 95);
    },
  };
}

async function draw(services: Services, key: PrintKey, job: PrintJob, following: ReturnType<typeof watch>) {
  const { organisationId } = key;
  const { projectId, planId, userId, options, createdAt } = job;
  const actor = await readActor(services.pool, { organisationId, userId }, projectId);
  const { publicUrl } = services.config;
  const shown = { options, publicUrl, at: createdAt, t: textsIn(options.language) };
  const requested = { organisationId, projectId, planId, actor, ...shown };
  const gathered = await tenantSnapshot(services.pool, organisationId, (db) => gather(db, requested));
  if (!gathered) throw new PermanentFailure('the plan has no sheet');
  return withScratch(services, async (folder) => {
    const out = join(folder, 'print.pdf');
    const path = await onDisk(services, gathered.originalKey, folder);
    const order = { path, page: gathered.pageNumber, turn: gathered.turn, out, sheet: gathered.sheet };
    await printPlan(order, { signal: following.signal, onProgress: following.progress });
    // Replaces what a worker that died at this point left behind.
    await services.files.remove(printFile(key));
    const { size } = await services.files.put(printFile(key), fileBytes(out));
    return { fileName: `${gathered.name}.pdf`, fileSize: size };
  });
}

async function make(services: Services, key: PrintKey, context: JobContext): Promise<void> {
  const job = await startPrint(services, key);
  if (!job) return;
  const following = watch(services, key, context.signal);
  try {
    // The last attempt only reports that workers died at every attempt before.
    if (context.attempt > MAX_ATTEMPTS)
      throw new RenderError('internal', 'pdfConversion', 'the worker died on every attempt');
    const created = await draw(services, key, job, following);
    await following.end();
    if (!(await endPrint(services, key, { state: 'done', ...created }))) await services.files.remove(printFile(key));
  } catch (error) {
    await following.end();
    if (following.cancelled()) return;
    // The requester may have left the project in the meantime.
    const problem = error instanceof AppError && error.code === 'not_found' ? 'no_file' : problemOf(error);
    const again = problem === 'internal' && context.attempt < MAX_ATTEMPTS;
    if (context.signal.aborted || again) throw error;
    services.log.warn({ err: error, printId: key.printId }, 'a plan could not be printed');
    await endPrint(services, key, { state: 'failed', problem });
  }
}

export const printTasks = (services: Services): Tasks => ({
  [PRINT]: (given, context) => make(services, payload.parse(given), context),
});
