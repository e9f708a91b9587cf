// Importing plans: announce an uploaded file, choose its pages, follow the stages.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { enteredDay, fraction, id, instant, line } from '../../kernel/text.ts';
import { alignment } from '../../site/geometry/alignment-schema.ts';
import { turn } from '../../site/rows/plans.ts';
import { IMPORT_PROBLEMS, IMPORT_STAGES, IMPORT_STATES, PAGE_STATES } from './stages.ts';
import { titleBlockValues } from './title-block/contract.ts';

const inProject = z.strictObject({ projectId: id });
const oneImport = z.strictObject({ projectId: id, importId: id });

export const importPage = z.strictObject({
  /** Starting at 1. */
  page: z.int().min(1),
  /** Proposed from the page's title block, its label or the file name. */
  title: z.string(),
  sheetNumber: z.string(),
  /** What was read in the marked regions of the title block; null if the page shows none that is known. */
  titleBlock: titleBlockValues.nullable(),
  /** Of the text of a scanned page: waiting, done, or absent without a text recogniser; null for a page with text. */
  recognition: z.enum(['waiting', 'done', 'absent']).nullable(),
  /** As declared by the page. */
  widthPt: z.number(),
  heightPt: z.number(),
  /** Rotation applied on import: proposed from the direction of the page's text until the page is chosen. */
  turn,
  chosen: z.boolean(),
  /** Published together with the other pages of a set, or not at all. */
  inSet: z.boolean(),
  state: z.enum(PAGE_STATES),
  stage: z.enum(IMPORT_STAGES),
  percent: z.int().min(0).max(100),
  problem: z.enum(IMPORT_PROBLEMS).nullable(),
  /** Fonts whose text could not be drawn: not embedded in the file, and no substitute was found. */
  typefacesLeftOut: z.array(z.string()),
  planId: id.nullable(),
  revisionId: id.nullable(),
});
export type ImportPage = z.infer<typeof importPage>;

/** A transform into plan space, and the share of lines that coincide under it beyond chance (0 to 1). */
export const alignmentProposal = z.strictObject({ alignment, fit: z.number().min(0).max(1), sure: z.boolean() });
export type AlignmentProposal = z.infer<typeof alignmentProposal>;

export const planImport = z.strictObject({
  id,
  name: z.string(),
  fileSize: z.number(),
  state: z.enum(IMPORT_STATES),
  stage: z.enum(IMPORT_STAGES),
  percent: z.int().min(0).max(100),
  problem: z.enum(IMPORT_PROBLEMS).nullable(),
  /** The line of a text-based file (a building model) at which the problem occurs. */
  problemLine: z.int().nullable(),
  pages: z.array(importPage),
  parentId: id.nullable(),
  /** The plan that gets a new revision; null if the file becomes new plans. */
  planId: id.nullable(),
  /** Of the new revision; empty until it is started. */
  version: z.string(),
  createdBy: id,
  createdAt: instant,
  updatedAt: instant,
});
export type PlanImport = z.infer<typeof planImport>;

const guard = { kind: 'project', needs: 'plan.manage' } as const;

export const createImport = endpoint({
  name: 'createImport',
  summary:
    'Registers an uploaded file as a plan file; its pages are then listed, and imported at once if all of them are wanted',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/imports',
  guard,
  params: inProject,
  /**
   * With `planId` the file is a new revision of that plan, to be started by `startRevision`. With `allPages` each page
   * of a drawing becomes a plan with its proposed title; otherwise the pages wait for `startImport`.
   */
  body: z.strictObject({
    ...{ id, blobId: id, parentId: id.nullable(), planId: id.nullable().default(null) },
    allPages: z.boolean().default(false),
  }),
  reply: planImport,
});

export const listImports = endpoint({
  name: 'listImports',
  summary: 'Lists the imports of a project: unfinished ones, then the others, each newest first',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/imports',
  guard,
  params: inProject,
  query: z.strictObject(paging),
  reply: paged(planImport),
});

export const getImport = endpoint({
  name: 'getImport',
  summary: 'Gets an import with the stage of each page',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/imports/:importId',
  guard,
  params: oneImport,
  reply: planImport,
});

export const startImport = endpoint({
  name: 'startImport',
  summary: 'Imports the selected pages, each as a plan with its title',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/imports/:importId/start',
  guard,
  params: oneImport,
  body: z.strictObject({
    parentId: id.nullable(),
    pages: z
      .array(
        z.strictObject({
          ...{ page: z.int().min(1), planId: id, title: line(200, 1), sheetNumber: line(40) },
          /** A plan of its own although another sheet has its number; `sheet_number_taken` otherwise. */
          confirmed: z.boolean().optional(),
          /** Defaults to the proposed rotation. */
          turn: turn.optional(),
          /** The date of the revision; none if left out. */
          date: enteredDay.nullable().optional(),
        }),
      )
      .min(1)
      .max(5_000),
  }),
  reply: planImport,
});

export const startRevision = endpoint({
  name: 'startRevision',
  summary:
    'Imports one page as a new revision of its plan; if its dimensions differ from the current revision, its state becomes `aligning`',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/imports/:importId/startRevision',
  guard,
  params: oneImport,
  /** Without `turn` the proposed rotation applies. */
  body: z.strictObject({
    ...{ page: z.int().min(1), version: line(40, 1) },
    turn: turn.optional(),
    /** None if left out. */
    date: enteredDay.nullable().optional(),
  }),
  reply: planImport,
});

export const getProposal = endpoint({
  name: 'getProposal',
  summary: 'Gets the proposed alignment of a revision; null if none was found',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/revisions/:revisionId/proposal',
  guard,
  params: z.strictObject({ projectId: id, revisionId: id }),
  reply: z.strictObject({ proposal: alignmentProposal.nullable() }),
});

export const cancelImport = endpoint({
  name: 'cancelImport',
  summary: 'Cancels an import; finished pages remain',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/imports/:importId/cancel',
  guard,
  params: oneImport,
  reply: planImport,
});

export const retryImport = endpoint({
  name: 'retryImport',
  summary: 'Retries the failed pages from the stage at which they failed',
  method: 'POST',
  path: '/api/plan-import/projects/:projectId/imports/:importId/retry',
  guard,
  params: oneImport,
  reply: planImport,
});

export const PREVIEW_SIZES = ['small', 'large'] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

export const importPreview = endpoint({
  name: 'importPreview',
  summary: 'Gets a preview of one page as WebP',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/imports/:importId/pages/:page/preview',
  guard,
  params: z.strictObject({ projectId: id, importId: id, page: z.coerce.number().int().min(1).max(100_000) }),
  /** At most 480 or 2000 pixels on the longer side. */
  query: z.strictObject({ size: z.enum(PREVIEW_SIZES).default('small') }),
  reply: z.any(),
});

/** A word on a plan and its box, as fractions of the sheet. */
export const planWord = z.strictObject({ text: z.string(), x: fraction, y: fraction, w: fraction, h: fraction });

export const searchPlanText = endpoint({
  name: 'searchPlanText',
  summary: 'Searches the text of a revision',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/revisions/:revisionId/text',
  guard: { kind: 'project', needs: 'plan.view' },
  params: z.strictObject({ projectId: id, revisionId: id }),
  query: z.strictObject({ search: line(200, 1) }),
  reply: z.strictObject({ hits: z.array(planWord), more: z.boolean() }),
});
