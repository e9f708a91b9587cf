// A saved view: the filter, order, columns and mode of a list under a title. Private, or shared with the project.
import { z } from 'zod';
import { id, instant, line } from '../../kernel/text.ts';

/** Maximum saved views that one person may have in a project, shared ones included. */
export const MAX_SAVED_VIEWS = 100;

/** Maximum length of a query as JSON. */
const MAX_QUERY_LENGTH = 20_000;

/** The lists that can be saved. */
export const VIEWED_LISTS = ['pins', 'tasks'] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** Never empty. */
export const savedViewTitle = line(80, 1);

/**
 * The query of the list's address: parameter → its values. It is stored as links carry it, so that parts a version does
 * not know, or that have been deleted since, are ignored alike in links and in views.
 */
export const savedViewQuery = z
  .record(z.string().regex(/^[a-zA-Z0-9]{1,40}$/u), z.array(line(1_000, 1)).min(1).max(100))
  .refine((query) => JSON.stringify(query).length <= MAX_QUERY_LENGTH, { error: 'TOO_BIG' });
export type SavedViewQuery = z.infer<typeof savedViewQuery>;

export const savedViewRow = z.strictObject({
  id,
  projectId: id,
  list: z.enum(VIEWED_LISTS),
  title: savedViewTitle,
  /** Whether the whole project sees it. A shared view is never made private again: devices would have to drop it. */
  shared: z.boolean(),
  query: savedViewQuery,
  /** False for a deleted view. */
  active: z.boolean(),
  createdBy: id,
  createdAt: instant,
  changedAt: instant,
});
export type SavedViewRow = z.infer<typeof savedViewRow>;
