// The content of a task, and which parts of it a form has changed. Pure.

import { same } from '@plumbline/core/kernel/same';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';

export type TaskContent = Pick<
  TaskRow,
  'title' | 'description' | 'dueDate' | 'reminderDays' | 'repeat' | 'dependsOn' | 'companyName' | 'craft' | 'subStatus'
>;

/** The changed fields; dependencies are sent one by one, since two people may add some at the same time. */
export function changesOf(before: TaskContent, after: TaskContent) {
  const { dependsOn: _, ...fields } = after;
  const changed = Object.entries(fields).filter(([field, value]) => !same(before[field as keyof TaskContent], value));
  return {
    set: Object.fromEntries(changed) as Partial<Omit<TaskContent, 'dependsOn'>>,
    add: after.dependsOn.filter((id) => !before.dependsOn.includes(id)),
    remove: before.dependsOn.filter((id) => !after.dependsOn.includes(id)),
  };
}
