// Worker tasks for imports of pins.
import type { Tasks } from '../../../platform/queue/queue.ts';
import type { Services } from '../../../platform/services.ts';
import { type ImportSteps, importTask } from '../../people/import/import-task.ts';
import { checkRows } from './check-rows.ts';
import { importRows } from './import-rows.ts';
import { CHECK_PINS, IMPORT_PINS, UNDO_PINS } from './service.ts';
import { type ImportJob, lockJob, setState } from './store.ts';
import { undoImport } from './undo-import.ts';

const STEPS: ImportSteps<ImportJob> = {
  lock: lockJob,
  fail: (db, organisationId, importId, problem) => setState(db, organisationId, importId, { state: 'failed', problem }),
  failure: 'pins could not be imported',
};

export const pinImportTasks = (services: Services): Tasks => ({
  [CHECK_PINS]: importTask(services, STEPS, 'checking', checkRows),
  [IMPORT_PINS]: importTask(services, STEPS, 'running', importRows),
  [UNDO_PINS]: importTask(services, STEPS, 'undoing', undoImport),
});
