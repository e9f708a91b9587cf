// What the pin filter offers: the values that occur on the pins, and those by which its options are counted. Pure.
import { type PinInContext, peopleOfPin, TEMPLATE_TEXTS } from '@plumbline/core/features/pins/filter';
import { shownStatus, TASK_LOCKED } from '@plumbline/core/features/tasks/status';
import { NO_PLAN, READER } from '@plumbline/core/site/values/pin-filter';
import { writeRating } from '@plumbline/core/site/values/rating-filter';
import type { CountedValues } from '../../shared/data/option-counts.ts';

const natural = new Intl.Collator(undefined, { numeric: true });

/** The values that occur on the pins, so that no option matches nothing. */
export function occurringValues(pins: readonly PinInContext[], chosen: readonly string[] | undefined) {
  const tasks = pins.flatMap((one) => one.tasks);
  return {
    categories: new Set(pins.map((one) => one.pin.categoryId)),
    plans: new Set(pins.map((one) => one.pin.planId)),
    tags: [...new Set(pins.flatMap((one) => one.pin.tags))].sort().slice(0, 60),
    scales: new Set(pins.flatMap((one) => Object.keys(one.pin.ratings))),
    people: new Set(pins.flatMap(peopleOfPin)),
    creators: new Set(pins.map((one) => one.pin.createdBy)),
    assignees: new Set(tasks.map((task) => task.assigneeId)),
    rooms: [...new Set([...pins.map((one) => one.pin.room), ...(chosen ?? [])])].filter(Boolean).sort(natural.compare),
    companies: [...new Set(tasks.map((task) => task.companyName))].filter(Boolean).sort(),
    crafts: [...new Set(tasks.map((task) => task.craft))].filter(Boolean).sort(),
    records: new Map(pins.flatMap((one) => one.pin.records.map((record) => [record.recordId, record]))),
    groups: new Set(pins.flatMap((one) => one.groups)),
    templates: TEMPLATE_TEXTS.filter((name) => pins.some((one) => one.pin[name] !== '')),
    pins: pins.map((one) => one.pin),
    fields: new Set(pins.flatMap((one) => Object.keys(one.pin.fields))),
  };
}

type Counted =
  | 'status'
  | 'category'
  | 'taskStatus'
  | 'tasks'
  | 'assignee'
  | 'company'
  | 'craft'
  | 'plan'
  | 'room'
  | 'tag'
  | 'rating'
  | 'record'
  | 'group'
  | 'photos'
  | 'person'
  | 'creator';

/** `today` is YYYY-MM-DD. */
export const countedValues = (today: string): CountedValues<PinInContext, Counted> => ({
  status: ({ pin }) => [pin.status],
  category: ({ pin }) => [pin.categoryId],
  taskStatus: ({ tasks }) => tasks.map((task) => shownStatus(task, today)),
  tasks: ({ tasks }) => [tasks.every((task) => TASK_LOCKED.includes(task.status)) ? 'none' : 'some'],
  assignee: ({ tasks }) => tasks.map((task) => task.assigneeId),
  company: ({ tasks }) => tasks.map((task) => task.companyName),
  craft: ({ tasks }) => tasks.map((task) => task.craft),
  plan: ({ pin }) => [pin.planId ?? NO_PLAN],
  room: ({ pin }) => [pin.room],
  tag: ({ pin }) => pin.tags,
  rating: ({ pin }) => Object.entries(pin.ratings).map(([scaleId, level]) => writeRating({ scaleId, level })),
  record: ({ pin }) => pin.records.map((one) => one.recordId),
  group: ({ groups }) => groups,
  photos: ({ posts }) => [posts.some((post) => post.active && post.type === 'Visuals') ? 'with' : 'without'],
  person: (one) => {
    const people = peopleOfPin(one);
    return one.people && people.includes(one.people.readerId) ? [...people, READER] : people;
  },
  creator: ({ pin }) => [pin.createdBy],
});
