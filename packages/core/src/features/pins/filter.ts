import type { PostRow } from '../../site/rows/media.ts';
import type { PinRow } from '../../site/rows/pins.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import { matchesCondition, readCondition } from '../../site/values/field-conditions.ts';
import { NO_PLAN, type PinFilter, READER } from '../../site/values/pin-filter.ts';
import { meetsRatings } from '../../site/values/rating-filter.ts';
import { searchWords } from '../fields/values.ts';
import { shownStatus, TASK_LOCKED } from '../tasks/status.ts';

export const PIN_SORTS = ['number', 'title', 'category', 'status', 'createdAt', 'changedAt', 'dueDate'] as const;
/** By a property of the pin, or by the custom field with that id. */
export type PinSort = (typeof PIN_SORTS)[number] | `field.${string}`;

const FIELD_SORT = /^field\.(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u;

/** The id of the custom field to sort by; undefined for the other orders. */
export function sortedField(sort: string): string | undefined {
  return FIELD_SORT.exec(sort)?.groups?.id;
}

/** Parses the name of a sort order. */
export function readPinSort(name: string): PinSort | undefined {
  const fieldId = sortedField(name);
  return fieldId === undefined ? PIN_SORTS.find((pinSort) => pinSort === name) : `field.${fieldId}`;
}

/** Who the people of a filter are. */
export type FilterPeople = {
  /** The user id of the reader. */
  readerId: string;
  /** The user ids of the members of each active team, by its id. */
  teams: ReadonlyMap<string, readonly string[]>;
};

/** A pin with the related rows that filters refer to. */
export type PinInContext = {
  pin: PinRow;
  tasks: readonly TaskRow[];
  posts: readonly PostRow[];
  /** Ids of the visible manual groups that contain the pin. */
  groups: readonly string[];
  /** The same for all pins of a list. Without it, filters know neither their reader nor the members of teams. */
  people?: FilterPeople;
};

/**
 * The text that a pin is searched by, in lower case: a search finds it if every word occurs here. The server stores it as
 * `search_text`.
 */
export function pinSearchText({ title, notes, t1, t2, t3, tags, fields, number }: PinRow): string {
  const texts = [title, notes, t1, t2, t3, tags.join('\n'), ...searchWords(fields), `#${number ?? ''}`];
  return texts.join('\n').toLowerCase();
}

/** Lists are searched on each key press; rows do not change, an edit makes a new one. */
const searchTexts = new WeakMap<PinRow, string>();

function matchesSearch(pin: PinRow, search: string): boolean {
  const text = searchTexts.get(pin) ?? pinSearchText(pin);
  searchTexts.set(pin, text);
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

const among = <T>(requested: readonly T[] | undefined, value: T | null): boolean =>
  requested === undefined || requested.length === 0 || (value !== null && requested.includes(value));

export const TEMPLATE_TEXTS = ['t1', 't2', 't3'] as const;

/** Compares the UTC day of an instant with bounds that may be open. */
function isBetween(at: string, from: string | undefined, to: string | undefined): boolean {
  if (!from && !to) return true;
  const on = at.slice(0, 10);
  return !(from && on < from) && !(to && on > to);
}

/** The people and contacts whose pin it is; an id may occur several times. */
export const peopleOfPin = ({ pin, tasks, people }: PinInContext): string[] => [
  pin.createdBy,
  ...tasks.flatMap(({ assigneeId }) =>
    assigneeId === null ? [] : [assigneeId, ...(people?.teams.get(assigneeId) ?? [])],
  ),
];

function isOfPerson(persons: PinFilter['person'], one: PinInContext): boolean {
  if (!persons?.length) return true;
  const owners = peopleOfPin(one);
  return persons.some((person) => owners.includes(person === READER ? (one.people?.readerId ?? READER) : person));
}

/** Instants are compared by their UTC day; `today` is YYYY-MM-DD. */
export function matchesPin(filter: PinFilter, one: PinInContext, today: string): boolean {
  const { pin, tasks, posts, groups } = one;
  if (!among(filter.status, pin.status) || !among(filter.category, pin.categoryId)) return false;
  if (!among(filter.plan, pin.planId ?? NO_PLAN) || !among(filter.creator, pin.createdBy)) return false;
  if (!among(filter.room, pin.room)) return false;
  if (filter.tag?.length && !filter.tag.some((tag) => pin.tags.includes(tag))) return false;
  if (!meetsRatings(filter.rating, pin.ratings)) return false;
  if (!isBetween(pin.createdAt, filter.createdFrom, filter.createdTo)) return false;
  if (!isBetween(pin.changedAt, filter.changedFrom, filter.changedTo)) return false;
  if (filter.record?.length && !pin.records.some((one) => among(filter.record, one.recordId))) return false;
  if (filter.group?.length && !groups.some((groupId) => among(filter.group, groupId))) return false;
  if (TEMPLATE_TEXTS.some((name) => !pin[name].toLowerCase().includes((filter[name] ?? '').toLowerCase())))
    return false;
  if (filter.company?.length && !tasks.some((task) => among(filter.company, task.companyName))) return false;
  if (filter.craft?.length && !tasks.some((task) => among(filter.craft, task.craft))) return false;
  if (!isOfPerson(filter.person, one)) return false;
  if (filter.assignee?.length && !tasks.some((task) => among(filter.assignee, task.assigneeId))) return false;
  if (filter.taskStatus?.length && !tasks.some((task) => among(filter.taskStatus, shownStatus(task, today))))
    return false;
  if (filter.tasks && tasks.some((task) => !TASK_LOCKED.includes(task.status))) return false;
  if (filter.dueFrom || filter.dueTo) {
    const { dueFrom = '0000', dueTo = '9999' } = filter;
    if (!tasks.some((task) => task.dueDate !== null && task.dueDate >= dueFrom && task.dueDate <= dueTo)) return false;
  }
  if (filter.photos) {
    const some = posts.some((post) => post.active && post.type === 'Visuals');
    if (some !== (filter.photos === 'with')) return false;
  }
  for (const text of filter.field ?? []) {
    const condition = readCondition(text);
    if (condition && !matchesCondition(condition.criterion, pin.fields[condition.fieldId])) return false;
  }
  return !filter.search || matchesSearch(pin, filter.search);
}

/** Number of fields set in the filter; zero means everything is shown. */
export function filterCount({ field = [], ...filter }: PinFilter): number {
  const own = Object.values(filter).filter((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '',
  );
  return own.length + field.length;
}

/** Results are counted exactly up to this number; above it the label says "more than". */
export const EXACT_COUNT = 100;
