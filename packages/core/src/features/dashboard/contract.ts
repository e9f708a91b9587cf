// A project in figures, and what happens in it as a story; both as far as the reader sees the rows behind them.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, instant } from '../../kernel/text.ts';
import { postFile } from '../../site/rows/media.ts';
import { PIN_STATUSES } from '../../site/rows/pins.ts';
import { SHOWN_TASK_STATUSES } from '../../site/values/pin-filter.ts';
import { STORY_GROUPS, STORY_KINDS } from './story.ts';

/** Days a pin has been open for: up to so many, the last ones for longer. */
export const AGES = [7, 30, 90, null] as const;
/** When waiting tasks are due. */
export const DUES = ['overdue', 'week', 'month', 'later', 'none'] as const;
/** Crafts that are named; what others have is told together. */
export const MOST_CRAFTS = 12;

const count = z.int().min(0);
const params = z.strictObject({ projectId: id });

export const projectFigures = endpoint({
  name: 'projectFigures',
  summary: 'Pins and tasks of a project by status, category, craft, age and week, as far as the caller sees them',
  method: 'GET',
  path: '/api/projects-api/projects/:projectId/figures',
  guard: { kind: 'project', needs: 'pin.view' },
  params,
  query: z.strictObject({ weeks: z.coerce.number().int().min(4).max(104).default(26) }),
  reply: z.strictObject({
    /** In the project's zone; due days are judged by it. */
    today: day,
    pins: z.strictObject({
      status: z.array(z.strictObject({ status: z.enum(PIN_STATUSES), count })),
      /** Open and closed pins of each category, those without one under null. */
      categories: z.array(z.strictObject({ categoryId: id.nullable(), open: count, closed: count })),
      /** Open pins by the day they were set, youngest first; the bounds are days in UTC, as filters have them. */
      ages: z.array(z.strictObject({ upTo: z.int().nullable(), from: day.nullable(), to: day.nullable(), count })),
    }),
    tasks: z.strictObject({
      status: z.array(z.strictObject({ status: z.enum(SHOWN_TASK_STATUSES), count })),
      /** Of tasks that wait, the most first; an empty name is what has no craft, null all further ones together. */
      crafts: z.array(z.strictObject({ craft: z.string().nullable(), open: count, overdue: count })),
      dues: z.array(z.strictObject({ due: z.enum(DUES), from: day.nullable(), to: day.nullable(), count })),
    }),
    /** At the end of each week: all that had been set or given, and what of it was closed or done. */
    weeks: z.array(z.strictObject({ until: day, pins: count, closedPins: count, tasks: count, doneTasks: count })),
  }),
});

export const storyEntry = z.strictObject({
  /** Place in the project's log; the next page begins below the last one. */
  position: z.int().min(1),
  at: instant,
  kind: z.enum(STORY_KINDS),
  /** Null for the program itself. */
  actorId: id.nullable(),
  actorName: z.string(),
  pin: z.strictObject({ id, number: z.int().nullable(), title: z.string(), planId: id.nullable() }).nullable(),
  task: z.strictObject({ id, number: z.int().nullable(), title: z.string() }).nullable(),
  /** Whatever else it is about: a plan, a person, a team; or the beginning of what was written. */
  text: z.string(),
  /** Statuses or days, before and after. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  files: z.array(postFile),
});
export type StoryEntry = z.infer<typeof storyEntry>;

export const projectActivity = endpoint({
  name: 'projectActivity',
  summary: 'What happened in a project, newest first, as far as the caller sees it; by person, kind and time',
  method: 'GET',
  path: '/api/projects-api/projects/:projectId/activity',
  guard: { kind: 'project', needs: 'pin.view' },
  params,
  query: z.strictObject({
    /** Only what stands below this place in the log. */
    below: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
    person: id.optional(),
    group: z.enum(STORY_GROUPS).optional(),
    /** Days in the project's zone. */
    from: day.optional(),
    to: day.optional(),
  }),
  reply: z.strictObject({
    entries: z.array(storyEntry),
    /** Where the next page begins; null at the end. */
    next: z.int().nullable(),
  }),
});
