// Taking a change of many tasks back: what each task had before, tasks that had the same together. Pure.
import type { TaskBulkChange } from '@plumbline/core/features/tasks/bulk';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { alike } from '../../../shared/bulk/in-many.ts';

type Restoring = { ids: string[] } & TaskBulkChange;

/** Only what the change touched goes back, so that what others do meanwhile stays. */
function before(task: TaskRow, { set, shiftDays, assignee }: TaskBulkChange): TaskBulkChange {
  const { dueDate, companyName, craft, subStatus, assigneeType, assigneeId } = task;
  const back = {
    ...((set?.dueDate !== undefined || shiftDays !== undefined) && { dueDate }),
    ...(set?.companyName !== undefined && { companyName }),
    ...(set?.craft !== undefined && { craft }),
    ...(set?.subStatus !== undefined && { subStatus }),
  };
  return {
    ...(Object.keys(back).length > 0 && { set: back }),
    ...(assignee && { assignee: { assigneeType, assigneeId } }),
  };
}

/** The changes that undo `change` on these tasks as they were. */
export function restoringTasks(tasks: readonly TaskRow[], change: TaskBulkChange): Restoring[] {
  return alike(tasks, (task) => before(task, change)).map(({ ids, said }) => ({ ids, ...said }));
}
