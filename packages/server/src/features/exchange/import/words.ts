// Words of tables in any of the program's languages: headings of columns, and statuses of pins and tasks.
import { type FixedTarget, headingMeanings } from '@plumbline/core/features/exchange/columns';
import { headKey } from '@plumbline/core/features/people/import/columns';
import { PIN_STATUSES, type PinStatus } from '@plumbline/core/site/rows/pins';
import { TASK_STATUSES, type TaskStatus } from '@plumbline/core/site/rows/tasks';
import type { TextKey } from '@plumbline/locales/keys';
import { LANGUAGES } from '@plumbline/locales/languages';
import { textsIn } from '../../../http/texts.ts';

const HEADINGS: readonly (readonly [FixedTarget, TextKey])[] = [
  ['key', 'pin.number'],
  ['title', 'pin.title'],
  ['title', 'task.title'],
  ['notes', 'pin.notes'],
  ['notes', 'task.description'],
  ['category', 'pin.category'],
  ['status', 'pin.status'],
  ['tags', 'pin.tags'],
  ['plan', 'pin.plan'],
  ['photos', 'export.photos'],
  ['createdAt', 'pin.created'],
  ['assignee', 'task.assignee'],
  ['dueDate', 'task.dueDate'],
  ['dueDate', 'pin.sort.dueDate'],
  ['companyName', 'people.company'],
  ['craft', 'task.craft'],
];

let meanings: ReadonlyMap<string, FixedTarget> | undefined;

export function headings(): ReadonlyMap<string, FixedTarget> {
  meanings ??= headingMeanings(
    LANGUAGES.flatMap((language) => HEADINGS.map(([target, key]) => [target, textsIn(language)(key)] as const)),
  );
  return meanings;
}

/** Statuses of other programs; everything that still needs work is open. */
const TASK_WORDS: Readonly<Partial<Record<TaskStatus, string>>> = {
  open: 'open new active in-progress inprogress initiated work-required work-not-accepted not-started pending assigned reopened todo to-do overdue offen neu in-arbeit in-bearbeitung beauftragt überfällig',
  done: 'done completed complete resolved ready-for-review ready-for-inspection work-complete awaiting-approval fixed solved erledigt behoben fertig abgeschlossen zur-prüfung fertiggemeldet',
  closed: 'closed verified approved accepted void geschlossen geprüft abgenommen freigegeben',
  rejected: 'rejected not-accepted disputed not-approved abgelehnt zurückgewiesen',
  draft: 'draft entwurf',
  inactive: 'inactive deleted archived cancelled inaktiv gelöscht archiviert storniert',
};

/** A pin stays open until its defect is closed; what is only done still has to be checked. */
const PIN_OF_TASK: Readonly<Record<TaskStatus, PinStatus>> = {
  ...{ draft: 'open', open: 'open', rejected: 'open', done: 'open', closed: 'closed', inactive: 'inactive' },
};

let taskStatuses: Map<string, TaskStatus> | undefined;

export function taskStatusOf(word: string): TaskStatus | undefined {
  taskStatuses ??= new Map([
    ...TASK_STATUSES.flatMap((status) =>
      LANGUAGES.map((language) => [headKey(textsIn(language)(`task.status.${status}`)), status] as const),
    ),
    ...TASK_STATUSES.flatMap((status) =>
      (TASK_WORDS[status] ?? '').split(' ').map((one) => [headKey(one), status] as const),
    ),
  ]);
  return taskStatuses.get(headKey(word));
}

let pinStatuses: Map<string, PinStatus> | undefined;

export function pinStatusOf(word: string): PinStatus | undefined {
  pinStatuses ??= new Map(
    PIN_STATUSES.flatMap((status) =>
      LANGUAGES.map((language) => [headKey(textsIn(language)(`pin.status.${status}`)), status] as const),
    ),
  );
  const ofTask = taskStatusOf(word);
  return pinStatuses.get(headKey(word)) ?? (ofTask && PIN_OF_TASK[ofTask]);
}
