// The order of pins in lists, and how a full list is joined, filtered and sorted. Pure.
import { sortKey } from '@plumbline/core/features/fields/values';
import {
  filterCount,
  matchesPin,
  type PIN_SORTS,
  type PinInContext,
  type PinSort,
  sortedField,
} from '@plumbline/core/features/pins/filter';
import { type ShownTaskStatus, shownStatus } from '@plumbline/core/features/tasks/status';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PostRow } from '@plumbline/core/site/rows/media';
import { PIN_STATUSES, type PinRow } from '@plumbline/core/site/rows/pins';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';

/** `group`: the order of the pins in their group, which is the input order. */
export type PinOrder = { by: PinSort | 'group'; direction: 'ascending' | 'descending' };

const groupByPin = <T extends { pinId: string }>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, (row) => row.pinId);

/** The ids of the manual groups of each grouped pin. */
function groupsByPin(groups: readonly GroupRow[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, pinIds } of groups)
    for (const pinId of pinIds) {
      const others = found.get(pinId);
      if (others) others.push(id);
      else found.set(pinId, [id]);
    }
  return found;
}

/** Each pin with its tasks, posts and groups; the lists may contain those of other pins. */
export function joinPins(
  pins: readonly PinRow[],
  tasks: readonly TaskRow[],
  posts: readonly PostRow[],
  groups: readonly GroupRow[],
): PinInContext[] {
  const tasksOf = groupByPin(tasks);
  const postsOf = groupByPin(posts);
  const groupsOf = groupsByPin(groups);
  return pins.map((pin) => ({
    pin,
    tasks: tasksOf.get(pin.id) ?? [],
    posts: postsOf.get(pin.id) ?? [],
    groups: groupsOf.get(pin.id) ?? [],
  }));
}

/** The earliest due date of a pin's unfinished tasks; null where there is none. */
export function nextDue(tasks: readonly TaskRow[]): string | null {
  const days = tasks
    .filter((task) => task.status === 'open' || task.status === 'rejected' || task.status === 'done')
    .flatMap((task) => (task.dueDate === null ? [] : [task.dueDate]));
  return days.sort()[0] ?? null;
}

/** Most urgent first. */
const URGENCY: readonly ShownTaskStatus[] = ['overdue', 'rejected', 'open', 'done', 'draft', 'closed', 'inactive'];

/** The most urgent status among a pin's tasks; undefined where there are no tasks. */
export function leadingStatus(tasks: readonly TaskRow[], today: string): ShownTaskStatus | undefined {
  const shown = new Set(tasks.map((task) => shownStatus(task, today)));
  return URGENCY.find((status) => shown.has(status));
}

/** The task that represents the pin: of those with the most urgent status the one due first. */
export function leadingTask(tasks: readonly TaskRow[], today: string): TaskRow | undefined {
  const status = leadingStatus(tasks, today);
  const dueOf = ({ dueDate }: TaskRow) => dueDate ?? '9999';
  return tasks
    .filter((task) => shownStatus(task, today) === status)
    .reduce<TaskRow | undefined>((first, task) => (first && dueOf(first) <= dueOf(task) ? first : task), undefined);
}

type Key = string | number | null;

/** Compares by a key; missing keys come last in either direction. */
function byKey(a: Key, b: Key, sign: number, compare: (a: string, b: string) => number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
  return order * sign;
}

/** The pins that match the filter; `today` is YYYY-MM-DD. */
export function filterPins(pins: readonly PinInContext[], filter: PinFilter, today: string): PinInContext[] {
  return filterCount(filter) === 0 ? [...pins] : pins.filter((one) => matchesPin(filter, one, today));
}

/** Sorts; ties are broken by number in the direction of the list, unnumbered pins counting as the newest. */
export function sortPins(
  pins: readonly PinInContext[],
  order: PinOrder,
  { categories, locale }: { categories: ReadonlyMap<string, CategoryRow>; locale: string },
): PinInContext[] {
  if (order.by === 'group') return order.direction === 'ascending' ? [...pins] : pins.toReversed();
  const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const fieldId = sortedField(order.by);
  const keyOf = ({ pin, tasks }: PinInContext): Key => {
    if (fieldId !== undefined) return sortKey(pin.fields[fieldId]);
    // Custom fields are handled above: the rest are properties of the pin.
    const by = order.by as (typeof PIN_SORTS)[number];
    switch (by) {
      case 'number':
        return pin.number ?? Number.MAX_SAFE_INTEGER;
      case 'title':
        return pin.title === '' ? null : pin.title;
      case 'category':
        return pin.categoryId === null ? null : (categories.get(pin.categoryId)?.title ?? null);
      case 'status':
        return PIN_STATUSES.indexOf(pin.status);
      case 'dueDate':
        return nextDue(tasks);
      default:
        return pin[by];
    }
  };
  const sign = order.direction === 'ascending' ? 1 : -1;
  // Days and times are in order as they are; comparing words takes far longer.
  const isTime = order.by === 'dueDate' || order.by === 'createdAt' || order.by === 'changedAt';
  const compare = isTime ? (a: string, b: string) => (a < b ? -1 : 1) : words.compare;
  return pins
    .map((one) => ({ one, key: keyOf(one) }))
    .sort(
      (a, b) =>
        byKey(a.key, b.key, sign, compare) ||
        ((a.one.pin.number ?? Number.MAX_SAFE_INTEGER) - (b.one.pin.number ?? Number.MAX_SAFE_INTEGER)) * sign ||
        (a.one.pin.id < b.one.pin.id ? -1 : 1),
    )
    .map(({ one }) => one);
}
