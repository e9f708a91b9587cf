// Worker tasks for imports of pins, and what ends one: a file problem, a refusal, or too many attempts.
import type { PinImportState } from '@plumbline/core/features/exchange/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { JobContext, Task, Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';
import { checkRows } from './check-rows.ts';
import { importRows } from './import-rows.ts';
import { CHECK_PINS, IMPORT_PINS, MAX_ATTEMPTS, UNDO_PINS } from './service.ts';
import { type ImportJob, lockJob, setState } from './store.ts';
import { undoImport } from './undo-import.ts';

const payload = z.strictObject({ organisationId: id, importId: id });
type Work = (services: Services, job: ImportJob, signal: AbortSignal) => Promise<void>;

export function pinImportTasks(services: Services): Tasks {
  const task =
    (state: PinImportState, work: Work): Task =>
    async (given: unknown, { attempt, signal }: JobContext): Promise<void> => {
      const { organisationId, importId } = payload.parse(given);
      const fail = (problem: TableProblem['problem']) =>
        tenantTransaction(services.pool, organisationId, async (db) => {
          if ((await lockJob(db, organisationId, importId))?.state !== state) return;
          await setState(db, organisationId, importId, { state: 'failed', problem });
        });
      const job = await tenantTransaction(services.pool, organisationId, (db) => lockJob(db, organisationId, importId));
      if (job?.state !== state) return;
      try {
        await work(services, job, signal);
      } catch (error) {
        if (error instanceof TableProblem) return fail(error.problem);
        // The person who started the import no longer has the permission.
        const refused = error instanceof AppError && !error.status.toString().startsWith('5');
        if (!refused && (attempt < MAX_ATTEMPTS || signal.aborted)) throw error;
        services.log.error({ err: error, importId }, 'pins could not be imported');
        await fail('internal');
      }
    };
  return {
    [CHECK_PINS]: task('checking', checkRows),
    [IMPORT_PINS]: task('running', importRows),
    [UNDO_PINS]: task('undoing', undoImport),
  };
}
