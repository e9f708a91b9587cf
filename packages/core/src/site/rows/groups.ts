// A group: pins that belong together, whatever plan they are on. Either named one by one, or whatever a filter finds.
import { z } from 'zod';
import { id, instant, line } from '../../kernel/text.ts';
import { pinFilter } from '../values/pin-filter.ts';

/** Pins of one manual group. */
export const MOST_IN_GROUP = 5_000;
/** Groups of one project, inactive ones with them. */
export const MOST_GROUPS = 1_000;

export const GROUP_KINDS = ['manual', 'smart'] as const;

/** Never empty. */
export const groupTitle = line(200, 1);

export const groupRow = z.strictObject({
  id,
  projectId: id,
  title: groupTitle,
  /** Manual groups have pins, smart ones a filter; neither becomes the other. */
  kind: z.enum(GROUP_KINDS),
  /** The pins of a manual group in their order, new ones last; empty in a smart one. */
  pinIds: z.array(id).max(MOST_IN_GROUP),
  /** What a smart group finds, at every look anew; null in a manual one. */
  filter: pinFilter.nullable(),
  active: z.boolean(),
  createdBy: id,
  createdAt: instant,
  changedAt: instant,
});
export type GroupRow = z.infer<typeof groupRow>;
