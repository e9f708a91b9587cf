// Lists of pins with the shared filter language, and the history of a pin.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant } from '../../kernel/text.ts';
import { changeEntry } from '../../site/history.ts';
import { pinRow } from '../../site/rows/pins.ts';
import { pinFilter } from '../../site/values/pin-filter.ts';
import { PIN_SORTS, sortedField } from './filter.ts';

/** Results are counted exactly up to this number; above, `totalElements` is a lower bound that grows with the page. */
export const MAX_EXACT_COUNT = 100;

/** A pin as shown in lists. Counts and dates cover what the caller may see. */
export const pinEntry = z.strictObject({
  ...pinRow.omit({ notes: true, t1: true, t2: true, t3: true, ratings: true, links: true, records: true }).shape,
  categoryTitle: z.string().nullable(),
  planName: z.string().nullable(),
  createdByName: z.string(),
  tasks: z.int().min(0),
  openTasks: z.int().min(0),
  overdueTasks: z.int().min(0),
  /** The earliest due date of an unfinished task, YYYY-MM-DD. */
  dueDate: z.string().nullable(),
  photos: z.int().min(0),
  comments: z.int().min(0),
  /** A thumbnail of the newest photo. */
  thumb: z.string().nullable(),
});
export type PinEntry = z.infer<typeof pinEntry>;

/** `field.<id>` sorts by a custom field. */
const pinSort = z.union([
  z.enum(PIN_SORTS),
  z
    .string()
    .refine((name) => sortedField(name) !== undefined, { error: 'NOT_VALID' })
    .transform((name): `field.${string}` => `field.${sortedField(name) ?? ''}`),
]);

const inProject = z.strictObject({ projectId: id });
const onePin = z.strictObject({ projectId: id, pinId: id });
const guard = { kind: 'project', needs: 'pin.view' } as const;

export const listPins = endpoint({
  name: 'listPins',
  summary: 'Lists pins by filter, sorted and paged',
  method: 'GET',
  path: '/api/pins-api/projects/:projectId/pins',
  guard,
  params: inProject,
  query: z.strictObject({
    ...paging,
    ...pinFilter.shape,
    sort: pinSort.default('number'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: paged(pinEntry).extend({ /** Whether `totalElements` is exact. */ exact: z.boolean() }),
});

export const getPin = endpoint({
  name: 'getPin',
  summary: 'Gets a pin with all its fields',
  method: 'GET',
  path: '/api/pins-api/projects/:projectId/pins/:pinId',
  guard,
  params: onePin,
  reply: z.strictObject({ ...pinRow.shape, createdByName: z.string() }),
});

export const pinHistory = endpoint({
  name: 'pinHistory',
  summary: 'Lists the changes of a pin and its content that the caller may see, newest first',
  method: 'GET',
  path: '/api/pins-api/projects/:projectId/pins/:pinId/history',
  guard,
  params: onePin,
  query: z.strictObject(paging),
  reply: paged(changeEntry),
});

export const recentPinTitles = endpoint({
  name: 'recentPinTitles',
  summary: 'Lists titles the caller recently gave to pins of this project',
  method: 'GET',
  path: '/api/pins-api/projects/:projectId/titles',
  guard: { kind: 'project', needs: 'pin.create' },
  params: inProject,
  reply: z.strictObject({ titles: z.array(z.strictObject({ title: z.string(), usedAt: instant })) }),
});
