// Project figures and activity feed; both limited to the rows the reader may see.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, instant } from '../../kernel/text.ts';
import { postFile } from '../../site/rows/media.ts';
import { PIN_STATUSES } from '../../site/rows/pins.ts';
import { SHOWN_TASK_STATUSES } from '../../site/values/pin-filter.ts';
import { ACTIVITY_FIELDS, ACTIVITY_GROUPS, ACTIVITY_KINDS } from './activity.ts';

/** Upper bounds in days of how long a pin has been open; the last group has none. */
export const AGE_LIMITS_DAYS = [7, 30, 90, null] as const;
/** When open tasks are due. */
export const DUES = ['overdue', 'week', 'month', 'later', 'none'] as const;
/** Trades listed by name; the others are combined. */
export const MAX_CRAFTS = 12;

const count = z.int().min(0);
const params = z.strictObject({ projectId: id });

export const projectFigures = endpoint({
  name: 'projectFigures',
  summary: 'Counts the visible pins and tasks of a project by status, category, trade, age and week',
  method: 'GET',
  path: '/api/projects-api/projects/:projectId/figures',
  guard: { kind: 'project', needs: 'pin.view' },
  params,
  query: z.strictObject({ weeks: z.coerce.number().int().min(4).max(104).default(26) }),
  reply: z.strictObject({
    /** In the project's zone; due dates are compared with it. */
    today: day,
    pins: z.strictObject({
      status: z.array(z.strictObject({ status: z.enum(PIN_STATUSES), count })),
      /** Open and closed pins per category; those without one under null. */
      categories: z.array(z.strictObject({ categoryId: id.nullable(), open: count, closed: count })),
      /** Open pins by creation day, newest first; the bounds are days in UTC, as in filters. */
      ages: z.array(z.strictObject({ upTo: z.int().nullable(), from: day.nullable(), to: day.nullable(), count })),
    }),
    tasks: z.strictObject({
      status: z.array(z.strictObject({ status: z.enum(SHOWN_TASK_STATUSES), count })),
      /** Open tasks per trade, most first; an empty name means no trade, null combines all further ones. */
      crafts: z.array(z.strictObject({ craft: z.string().nullable(), open: count, overdue: count })),
      dues: z.array(z.strictObject({ due: z.enum(DUES), from: day.nullable(), to: day.nullable(), count })),
    }),
    /** Totals at the end of each week: everything created or assigned so far, and how much of it was closed or done. */
    weeks: z.array(z.strictObject({ until: day, pins: count, closedPins: count, tasks: count, doneTasks: count })),
  }),
});

export const activityEntry = z.strictObject({
  /** Position in the project's log; the next page starts below the last one. */
  position: z.int().min(1),
  at: instant,
  kind: z.enum(ACTIVITY_KINDS),
  /** Null for the system. */
  actorId: id.nullable(),
  actorName: z.string(),
  pin: z.strictObject({ id, number: z.int().nullable(), title: z.string(), planId: id.nullable() }).nullable(),
  task: z.strictObject({ id, number: z.int().nullable(), title: z.string() }).nullable(),
  /** Any other subject: a plan, a person, a team; or the beginning of a text. */
  text: z.string(),
  /**
   * Statuses, days, roles or assignees, before and after; `to` is the version of an added revision, whose plan is the
   * text.
   */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** What was changed, for kinds that say no more than that. */
  fields: z.array(z.enum(ACTIVITY_FIELDS)),
  files: z.array(postFile),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

export const projectActivity = endpoint({
  name: 'projectActivity',
  summary: 'Lists the activity of a project that the caller may see, newest first; by person, kind and time',
  method: 'GET',
  path: '/api/projects-api/projects/:projectId/activity',
  guard: { kind: 'project', needs: 'pin.view' },
  params,
  query: z.strictObject({
    /** Only entries below this position in the log. */
    below: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
    person: id.optional(),
    group: z.enum(ACTIVITY_GROUPS).optional(),
    /** Days in the project's zone. */
    from: day.optional(),
    to: day.optional(),
  }),
  reply: z.strictObject({
    entries: z.array(activityEntry),
    /** Where the next page starts; null at the end. */
    next: z.int().nullable(),
  }),
});
