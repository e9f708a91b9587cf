// Worker tasks for lists of people, and what ends one: a file problem, a refusal, or too many attempts.
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';
import { checkList } from './check-list.ts';
import { importList } from './import-rows.ts';
import { CHECK, MAX_ATTEMPTS, RUN } from './service.ts';
import { lockJob, setState } from './store.ts';
import type { ListJob } from './work.ts';

const payload = z.strictObject({ organisationId: id, importId: id });

export function peopleImportTasks(services: Services): Tasks {
  const task =
    (state: 'checking' | 'running', work: (services: Services, job: ListJob, signal: AbortSignal) => Promise<void>) =>
    async (given: unknown, { attempt, signal }: { attempt: number; signal: AbortSignal }): Promise<void> => {
      const { organisationId, importId } = payload.parse(given);
      const fail = (problem: TableProblem['problem']) =>
        tenantTransaction(services.pool, organisationId, async (db) => {
          if ((await lockJob(db, organisationId, importId))?.state !== state) return;
          await setState(db, organisationId, importId, { state: 'failed', problem });
        });
      const job = await tenantTransaction(services.pool, organisationId, (db) => lockJob(db, organisationId, importId));
      if (job?.state !== state) return;
      try {
        await work(services, { ...job, organisationId, importId }, signal);
      } catch (error) {
        if (error instanceof TableProblem) return fail(error.problem);
        // The person who uploaded the list no longer has the permission.
        const refused = error instanceof AppError && !error.status.toString().startsWith('5');
        if (!refused && (attempt < MAX_ATTEMPTS || signal.aborted)) throw error;
        services.log.error({ err: error, importId }, 'a list of people could not be imported');
        await fail('internal');
      }
    };
  return { [CHECK]: task('checking', checkList), [RUN]: task('running', importList) };
}
