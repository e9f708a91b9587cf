// Undo of a bulk task edit: the previous values of each task, grouped by tasks that had the same values. Pure.
import type { TaskBulkChange } from '@plumbline/core/features/tasks/bulk';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { groupedByValue } from '../../../shared/bulk/in-batches.ts';

type Restoring = { ids: string[] } & TaskBulkChange;

/** Restores only what the edit touched, so that concurrent changes by others are kept. */
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

/** The changes that undo `change`, given the tasks as they were before it. */
export function restoringTasks(tasks: readonly TaskRow[], change: TaskBulkChange): Restoring[] {
  return groupedByValue(tasks, (task) => before(task, change)).map(({ ids, said }) => ({ ids, ...said }));
}
