// Runs one step of an imported table, and records what ends it: a file problem, a refusal, or too many attempts.
import type { FileProblem } from '@plumbline/core/features/datasets/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { isDiskFull } from '../../../platform/files/is-disk-full.ts';
import type { Task } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';

/** Internal failures are retried; a bad file is not. */
export const MAX_ATTEMPTS = 3;

const payload = z.strictObject({ organisationId: id, importId: id });
type ImportKey = z.infer<typeof payload>;

export type ImportSteps<Job extends { state: string }> = {
  /** Reads the import, locked until the transaction ends. */
  lock: (db: PoolClient, organisationId: string, importId: string) => Promise<Job | undefined>;
  fail: (db: PoolClient, organisationId: string, importId: string, problem: FileProblem) => Promise<void>;
  /** For the log, when an import ends because of an internal error. */
  failure: string;
};

/** The task of an import in this state; in any other state it does nothing. */
export const importTask =
  <Job extends { state: string }>(
    services: Services,
    { lock, fail, failure }: ImportSteps<Job>,
    state: Job['state'],
    work: (services: Services, job: Job & ImportKey, signal: AbortSignal) => Promise<void>,
  ): Task =>
  async (given, { attempt, signal }) => {
    const { organisationId, importId } = payload.parse(given);
    const end = (problem: FileProblem) =>
      tenantTransaction(services.pool, organisationId, async (db) => {
        if ((await lock(db, organisationId, importId))?.state === state)
          await fail(db, organisationId, importId, problem);
      });
    const job = await tenantTransaction(services.pool, organisationId, (db) => lock(db, organisationId, importId));
    if (job?.state !== state) return;
    try {
      await work(services, { ...job, organisationId, importId }, signal);
    } catch (error) {
      if (error instanceof TableProblem) return end(error.problem);
      if (isDiskFull(error)) return end('no_space');
      if (error instanceof AppError && error.code === 'quota_reached') return end('quota_reached');
      // The person who began the import no longer has the permission.
      const refused = error instanceof AppError && error.status < 500;
      if (!refused && (attempt < MAX_ATTEMPTS || signal.aborted)) throw error;
      services.log.error({ err: error, importId }, failure);
      await end('internal');
    }
  };
