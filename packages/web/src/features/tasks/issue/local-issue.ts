// A task and its pin from the rows of this device, as the issue card shows them. Pure.
import type { Issue } from '@plumbline/core/features/tasks/my-work';
import { nextMove } from '@plumbline/core/features/tasks/rules';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import { phoneToCall } from '@plumbline/core/site/contact-data';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { People } from '../../../shared/site/people.ts';

export type IssueContext = {
  projectTitle: string;
  today: string;
  actor: Actor | undefined;
  people: People;
  planNames: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, CategoryRow>;
};

/** Pictures are read by the card itself. */
export function issueOf(task: TaskRow, pin: PinRow, context: IssueContext): Issue {
  const { today, actor, people, planNames, categories, projectTitle } = context;
  const category = pin.categoryId === null ? undefined : categories.get(pin.categoryId);
  const { id, projectId, pinId, number, title, status, dueDate, assigneeType, assigneeId, companyName, craft } = task;
  const assignee = people.assigneeOf(task);
  return {
    ...{ id, projectId, pinId, number, title, status, dueDate, assigneeType, assigneeId, companyName, craft },
    ...{ description: task.description, projectTitle, today },
    shownStatus: shownStatus(task, today),
    assigneeName: assignee?.name ?? null,
    assigneePhone: phoneToCall(actor, assigneeId, assignee?.phone),
    pinNumber: pin.number,
    pinTitle: pin.title,
    pinStatus: pin.status,
    room: pin.room,
    planId: pin.planId,
    planName: pin.planId === null ? null : (planNames.get(pin.planId) ?? null),
    categoryTitle: category?.title ?? null,
    categoryColour: category?.colour ?? null,
    thumb: null,
    crop: null,
    move: (actor && pin.status === 'open' && nextMove(actor, task)) || null,
  };
}
