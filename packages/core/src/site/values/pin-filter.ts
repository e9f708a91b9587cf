// The filter language of pins: the same fields in the URL, in the local list and in the server's query.
import { z } from 'zod';
import { several } from '../../kernel/endpoint.ts';
import { day, id, line } from '../../kernel/text.ts';
import { PIN_STATUSES } from '../rows/pins.ts';
import { MAX_ROOM_NAME } from '../rows/plans.ts';
import { fieldConditionText } from './field-conditions.ts';
import { ratingText } from './rating-filter.ts';

export const SHOWN_TASK_STATUSES = ['draft', 'open', 'overdue', 'rejected', 'done', 'closed', 'inactive'] as const;

/** Replaces a plan id in the filter to match pins without a plan. */
export const NO_PLAN = 'none';

/** Replaces the id of a person in the filter to mean whoever reads the list. */
export const READER = 'me';

export const pinFilter = z.strictObject({
  /** Words that must all occur in title, notes, tags, templates or custom fields, or the number with or without `#`. */
  search: line(200).optional(),
  status: several(z.enum(PIN_STATUSES)),
  category: several(id),
  plan: several(z.union([id, z.literal(NO_PLAN)])),
  room: several(line(MAX_ROOM_NAME, 1)),
  tag: several(line(60, 1)),
  /** Levels of rating scales, in the format of `writeRating`. */
  rating: several(ratingText),
  /** People and contacts whose pins they are: created by them, or with a task of theirs or of their team. */
  person: several(z.union([id, z.literal(READER)])),
  creator: several(id),
  assignee: several(id),
  /** Companies and trades of tasks. */
  company: several(line(200, 1)),
  craft: several(line(120, 1)),
  /** Linked dataset records. */
  record: several(id),
  /** Manual groups. Smart groups match nothing: they are filters themselves. */
  group: several(id),
  /** Text that occurs in a template text. */
  t1: line(200).optional(),
  t2: line(200).optional(),
  t3: line(200).optional(),
  taskStatus: several(z.enum(SHOWN_TASK_STATUSES)),
  /** Without unfinished tasks. */
  tasks: z.literal('none').optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
  changedFrom: day.optional(),
  changedTo: day.optional(),
  dueFrom: day.optional(),
  dueTo: day.optional(),
  photos: z.enum(['with', 'without']).optional(),
  /** Conditions on custom fields in the format of `writeCondition`; all must be met. */
  field: several(fieldConditionText, 20),
});
export type PinFilter = z.output<typeof pinFilter>;

/** Whether these people of a filter are its reader alone. */
export const isOnlyReader = (person: PinFilter['person']): boolean => person?.join() === READER;
