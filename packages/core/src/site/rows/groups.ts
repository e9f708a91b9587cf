// A group: pins that belong together, on any plan. Either listed individually or matched by a filter.
import { z } from 'zod';
import { id, instant, line } from '../../kernel/text.ts';
import { pinFilter } from '../values/pin-filter.ts';

/** Maximum pins per manual group. */
export const MAX_GROUP_PINS = 5_000;
/** Maximum groups per project, including inactive ones. */
export const MAX_GROUPS = 1_000;

export const GROUP_KINDS = ['manual', 'smart'] as const;

/** Never empty. */
export const groupTitle = line(200, 1);

export const groupRow = z.strictObject({
  id,
  projectId: id,
  title: groupTitle,
  /** Manual groups have pins, smart ones a filter; a group never changes its kind. */
  kind: z.enum(GROUP_KINDS),
  /** The pins of a manual group in order, new ones last; empty for a smart group. */
  pinIds: z.array(id).max(MAX_GROUP_PINS),
  /** The filter of a smart group, evaluated on every view; null for a manual group. */
  filter: pinFilter.nullable(),
  active: z.boolean(),
  createdBy: id,
  createdAt: instant,
  changedAt: instant,
});
export type GroupRow = z.infer<typeof groupRow>;
