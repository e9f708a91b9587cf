// What the query of a list selects, and in which order: read alike from addresses, saved views and reports. Unknown
// parameters and malformed values are ignored. Pure.
import type { z } from 'zod';
import type { SavedViewQuery, ViewedList } from '../../site/rows/saved-views.ts';
import { type PinFilter, pinFilter } from '../../site/values/pin-filter.ts';
import { type PinSort, readPinSort } from '../pins/filter.ts';
import { TASK_SORTS, type TaskFilter, type TaskSort, taskFilter } from '../tasks/filter.ts';

type Order<S> = { by: S; direction: 'ascending' | 'descending' };

/** The fields of a filter that the query sets, each as a list or as its first value. */
function fieldsIn(shape: Readonly<Record<string, z.ZodType>>, query: SavedViewQuery): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape)) {
    const values = query[field] ?? [];
    if (values.length === 0) continue;
    const parsed = [schema.safeParse(values), schema.safeParse(values[0])].find((one) => one.success);
    if (parsed?.success) read[field] = parsed.data;
  }
  return read;
}

export const pinFilterIn = (query: SavedViewQuery): PinFilter =>
  pinFilter.safeParse(fieldsIn(pinFilter.shape, query)).data ?? {};

export const taskFilterIn = (query: SavedViewQuery): TaskFilter =>
  taskFilter.safeParse(fieldsIn(taskFilter.shape, query)).data ?? {};

/** Whether a list of tasks shows only those assigned to its reader. */
export const isOnlyMine = (query: SavedViewQuery): boolean => query.mine?.[0] === 'true';

/** `-title` → by title, descending. */
export function readPinOrder(word: string): Order<PinSort> | undefined {
  const by = readPinSort(word.replace(/^-/u, ''));
  return by && { by, direction: word.startsWith('-') ? 'descending' : 'ascending' };
}

/** Undefined where the list of pins has its usual order. */
export const pinOrderIn = (query: SavedViewQuery): Order<PinSort> | undefined => readPinOrder(query.order?.[0] ?? '');

/** Each part is undefined where the list of tasks has its usual one. */
export const taskOrderIn = (query: SavedViewQuery): Partial<Order<TaskSort>> => {
  const by = TASK_SORTS.find((taskSort) => taskSort === query.sort?.[0]);
  return { ...(by && { by }), ...(query.order?.[0] === 'descending' && { direction: 'descending' }) };
};

/** Parameters that do not decide which rows are shown. */
const APPEARANCE: ReadonlySet<string> = new Set(['columns', 'hide', 'view', 'as', 'sort', 'order']);

/** The query without what concerns only the appearance of the list on screen. */
export const withoutAppearance = (query: SavedViewQuery): SavedViewQuery =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => name === 'sort' || name === 'order' || !APPEARANCE.has(name)),
  );

/** The parts that should decide which rows are shown, but are not understood, as `[parameter, value]`. */
export function ignoredParts(list: ViewedList, query: SavedViewQuery): [string, string][] {
  const filter: Record<string, unknown> = list === 'pins' ? pinFilterIn(query) : taskFilterIn(query);
  const isRead = (name: string, value: string): boolean =>
    [filter[name]].flat().includes(value) || (list === 'tasks' && name === 'mine');
  return Object.entries(query).flatMap(([name, values]) =>
    APPEARANCE.has(name)
      ? []
      : values.filter((value) => !isRead(name, value)).map((value): [string, string] => [name, value]),
  );
}
