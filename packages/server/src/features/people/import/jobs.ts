// Worker tasks for lists of people.
import type { Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { checkList } from './check-list.ts';
import { importList } from './import-rows.ts';
import { type ImportSteps, importTask } from './import-task.ts';
import { CHECK, RUN } from './service.ts';
import { type ImportJob, lockJob, setState } from './store.ts';

const STEPS: ImportSteps<ImportJob> = {
  lock: lockJob,
  fail: (db, organisationId, importId, problem) => setState(db, organisationId, importId, { state: 'failed', problem }),
  failure: 'a list of people could not be imported',
};

export const peopleImportTasks = (services: Services): Tasks => ({
  [CHECK]: importTask(services, STEPS, 'checking', checkList),
  [RUN]: importTask(services, STEPS, 'running', importList),
});
