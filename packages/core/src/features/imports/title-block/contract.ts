// Regions of title blocks that the office has marked: kept for a project, and used for every later import.
import { z } from 'zod';
import { endpoint } from '../../../kernel/endpoint.ts';
import { fraction, id, line } from '../../../kernel/text.ts';
import { turn } from '../../../site/rows/plans.ts';
import { MAX_TITLE_LABELS, TITLE_FIELDS } from './fields.ts';

const inProject = z.strictObject({ projectId: id });
const oneBlock = z.strictObject({ projectId: id, titleBlockId: id });
const guard = { kind: 'project', needs: 'plan.manage' } as const;

/** Title blocks of a project. */
export const MAX_TITLE_BLOCKS = 50;

const region = z.strictObject({ x: fraction, y: fraction, w: fraction, h: fraction });
export const titleRegions = z
  .strictObject({
    sheetNumber: region.optional(),
    title: region.optional(),
    version: region.optional(),
    date: region.optional(),
  })
  .refine((regions) => TITLE_FIELDS.some((field) => regions[field] !== undefined), { error: 'REQUIRED' });

const markedTitleBlock = z.strictObject({
  id,
  /** Of the upright sheet on which they were marked. */
  widthPt: z.number().positive(),
  heightPt: z.number().positive(),
  regions: titleRegions,
  labels: z
    .array(z.strictObject({ text: z.string(), x: z.number(), y: z.number(), w: z.number(), h: z.number() }))
    .max(MAX_TITLE_LABELS),
});

export const listTitleBlocks = endpoint({
  name: 'listTitleBlocks',
  summary: 'Lists the title blocks that were marked in the project, newest first',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/titleBlocks',
  guard,
  params: inProject,
  reply: z.strictObject({ titleBlocks: z.array(markedTitleBlock) }),
});

export const saveTitleBlock = endpoint({
  name: 'saveTitleBlock',
  summary: 'Saves the regions of number, title, revision and date of a title block, and reads the waiting pages again',
  method: 'PUT',
  path: '/api/plan-import/projects/:projectId/titleBlocks/:titleBlockId',
  guard,
  params: oneBlock,
  /** The page on which the regions are marked, turned by `turn`; regions are fractions of the turned page. */
  body: z.strictObject({ importId: id, page: z.int().min(1), turn, regions: titleRegions }),
  /** `pages`: the waiting pages that show this title block. */
  reply: z.strictObject({ titleBlock: markedTitleBlock, pages: z.int().min(0) }),
});

export const deleteTitleBlock = endpoint({
  name: 'deleteTitleBlock',
  summary: 'Deletes the regions of a title block; the waiting pages are proposed without them',
  method: 'DELETE',
  path: '/api/plan-import/projects/:projectId/titleBlocks/:titleBlockId',
  guard,
  params: oneBlock,
  reply: z.void(),
});

export const getPageWords = endpoint({
  name: 'getPageWords',
  summary: 'Gets the words of a page that awaits a choice, with their boxes in the orientation that the file declares',
  method: 'GET',
  path: '/api/plan-import/projects/:projectId/imports/:importId/pages/:page/words',
  guard,
  params: z.strictObject({ projectId: id, importId: id, page: z.coerce.number().int().min(1).max(100_000) }),
  reply: z.strictObject({
    words: z.array(z.strictObject({ text: z.string(), x: fraction, y: fraction, w: fraction, h: fraction, turn })),
  }),
});

/** What was read in the regions of a title block; empty where nothing was. */
export const titleBlockValues = z.strictObject({
  titleBlockId: id,
  sheetNumber: line(40),
  title: line(200),
  version: line(40),
  date: line(40),
});
