// Publishing the pages of several files together: as revisions of the plans they show, or as new plans.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { enteredDay, id, instant, line } from '../../kernel/text.ts';
import { turn } from '../../site/rows/plans.ts';
import { MATCH_KINDS } from './match-sheets.ts';
import { IMPORT_PROBLEMS, PAGE_STATES } from './stages.ts';

/**
 * `preparing`: the pages are rendered; nothing of the set is visible. `failed`: a page could not be prepared, or the set
 * could not be published. `undone`: its revisions were withdrawn and its plans set inactive.
 */
export const SET_STATES = ['preparing', 'failed', 'published', 'undone', 'canceled'] as const;

/** Why a set could not be published although its pages are prepared. */
export const SET_PROBLEMS = ['pages', 'forbidden'] as const;

/** Pages in one set; the limit of an import. */
export const MAX_SET_PAGES = 5_000;

const inProject = z.strictObject({ projectId: id });
const oneSet = z.strictObject({ projectId: id, setId: id });
const guard = { kind: 'project', needs: 'plan.manage' } as const;
const page = { importId: id, page: z.int().min(1) };

export const setPage = z.strictObject({
  ...page,
  planId: id,
  revisionId: id,
  /** The revision it has replaced; null for new plans and before the publication. */
  previousRevisionId: id.nullable(),
  title: z.string(),
  sheetNumber: z.string(),
  /** Whether it becomes a revision of an existing plan. */
  revises: z.boolean(),
  /** The revision number; empty until it is decided by the plan's sequence on publication. */
  version: z.string(),
  state: z.enum(PAGE_STATES),
  percent: z.int().min(0).max(100),
  problem: z.enum(IMPORT_PROBLEMS).nullable(),
  /** Share of lines that coincide with the earlier revision, 0 to 1; null if it was not aligned by its drawing. */
  fit: z.number().nullable(),
});
export type SetPage = z.infer<typeof setPage>;

export const planSet = z.strictObject({
  id,
  state: z.enum(SET_STATES),
  problem: z.enum(SET_PROBLEMS).nullable(),
  /** The revision number of all sheets; empty if each continues its own sequence. */
  version: z.string(),
  pages: z.array(setPage),
  createdBy: id,
  createdAt: instant,
  publishedAt: instant.nullable(),
});
export type PlanSet = z.infer<typeof planSet>;

export const pageMatch = z.strictObject({
  ...page,
  kind: z.enum(MATCH_KINDS),
  /** The plan that shows the sheet; if uncertain, the most probable one or null. */
  planId: id.nullable(),
  /** Whether the sheet has the dimensions of that plan's current revision. */
  sameSize: z.boolean(),
  /** Its drawing is not compared yet. */
  pending: z.boolean(),
  /** A page that is being imported has its number. */
  importing: z.boolean(),
});
export type PageMatch = z.infer<typeof pageMatch>;

export const listMatches = endpoint({
  name: 'listMatches',
  summary: 'Matches the pages that await a choice with the plans of the project',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/matches',
  guard,
  params: inProject,
  reply: z.strictObject({
    pages: z.array(pageMatch),
    /** Active plans of the same disciplines that no page shows. */
    missing: z.array(id),
    /** Pages whose drawings are not compared yet. */
    pending: z.int().min(0),
  }),
});

export const publishSet = endpoint({
  name: 'publishSet',
  summary: 'Renders the chosen pages of one or more imports and publishes them together, or none of them',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/sets',
  guard,
  params: inProject,
  body: z.strictObject({
    id,
    /** Folder of the new plans. */
    parentId: id.nullable(),
    /** Revision number of all sheets; if empty, each sheet continues its own sequence. */
    version: line(40),
    pages: z
      .array(
        z.strictObject({
          ...page,
          /** The plan that gets a new revision, or the id of the new plan. */
          planId: id,
          revises: z.boolean(),
          title: line(200, 1),
          sheetNumber: line(40),
          /** A new plan although another sheet has its number; `sheet_number_taken` otherwise. */
          confirmed: z.boolean().optional(),
          /** Defaults to the proposed rotation. */
          turn: turn.optional(),
          /** The date of the revision; none if left out. */
          date: enteredDay.nullable().optional(),
        }),
      )
      .min(1)
      .max(MAX_SET_PAGES),
  }),
  reply: planSet,
});

export const listSets = endpoint({
  name: 'listSets',
  summary: 'Lists the published sets of a project, newest first, without their pages',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/sets',
  guard,
  params: inProject,
  query: z.strictObject(paging),
  reply: paged(
    planSet.omit({ pages: true }).extend({ created: z.int().min(0), revised: z.int().min(0), done: z.int().min(0) }),
  ),
});

export const getSet = endpoint({
  name: 'getSet',
  summary: 'Gets a set with the stage and the outcome of each page',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/sets/:setId',
  guard,
  params: oneSet,
  reply: planSet,
});

export const resumeSet = endpoint({
  name: 'resumeSet',
  summary: 'Continues a failed set: retries its failed pages, or publishes the others without them',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/sets/:setId/resume',
  guard,
  params: oneSet,
  body: z.strictObject({ failedPages: z.enum(['retry', 'leaveOut']) }),
  reply: planSet,
});

export const cancelSet = endpoint({
  name: 'cancelSet',
  summary: 'Cancels a set that is not published; nothing of it becomes visible',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/sets/:setId/cancel',
  guard,
  params: oneSet,
  reply: planSet,
});

export const undoSet = endpoint({
  name: 'undoSet',
  summary: 'Withdraws a published set: its revisions, and its new plans, which are set inactive',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/sets/:setId/undo',
  guard,
  params: oneSet,
  reply: planSet,
});
