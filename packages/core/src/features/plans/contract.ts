// The plan tree of a project and the revisions of a plan.
import { z } from 'zod';
import { endpoint, flag, paged, paging, several } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { planRow, revisionRow } from '../../site/rows/plans.ts';
import { PLAN_PATH } from './paths.ts';

/**
 * Where the tiles of a revision are: a path prefix followed by `/{z}/{x}/{y}`. Needs no token while the session lasts.
 */
export const tileLink = z.strictObject({ revisionId: id, prefix: z.string(), expiresAt: instant });
export type TileLink = z.infer<typeof tileLink>;

export const PLAN_SORTS = ['title', 'lastActivity', 'size', 'type', 'openTaskCount', 'openPins'] as const;

const revisionHead = revisionRow.pick({
  id: true,
  version: true,
  date: true,
  pageNumber: true,
  widthPt: true,
  heightPt: true,
  pyramid: true,
  fileSize: true,
  createdAt: true,
});

/** A plan or a folder as shown in lists. */
export const planEntry = z.strictObject({
  ...planRow.shape,
  currentRevision: z
    .strictObject({
      ...revisionHead.shape,
      /** Images of the sheet, small and medium. */ thumb: z.string(),
      preview: z.string(),
    })
    .nullable(),
  /** Number of plans and folders in a folder. */
  items: z.int().min(0),
  /** As far as the caller may see them; 0 for a folder. */
  openPins: z.int().min(0),
  openTasks: z.int().min(0),
});
export type PlanEntry = z.infer<typeof planEntry>;

const inProject = z.strictObject({ projectId: id });
const onePlan = z.strictObject({ projectId: id, planId: id });
const guard = { kind: 'project', needs: 'plan.view' } as const;

export const listPlans = endpoint({
  name: 'listPlans',
  summary: 'Lists plans and folders, folders first: of one folder, or with `search` of the whole tree',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/plans',
  guard,
  params: inProject,
  query: z.strictObject({
    ...paging,
    /** The folder; defaults to the root. */
    parent: id.optional(),
    /** Without a folder: the whole tree instead of the root. */
    whole: flag.optional(),
    search: line(200).optional(),
    state: z.enum(['active', 'inactive', 'all']).default('active'),
    sort: z.enum(PLAN_SORTS).default('title'),
    /** Each sort has its own natural order: titles ascending, the rest largest or newest first. */
    reverse: z.enum(['true', 'false']).default('false'),
  }),
  reply: paged(planEntry).extend({
    /** From the root to the folder itself. */
    path: z.array(z.strictObject({ id, name: z.string() })),
  }),
});

export const planDetails = z.strictObject({
  ...planEntry.shape,
  path: z.array(z.strictObject({ id, name: z.string() })),
  /** Tiles of the current revision. */
  tiles: tileLink.nullable(),
});
export type PlanDetails = z.infer<typeof planDetails>;

export const getPlan = endpoint({
  name: 'getPlan',
  summary: 'Gets a plan or folder with a link to its tiles',
  method: 'GET',
  path: PLAN_PATH,
  guard,
  params: onePlan,
  reply: planDetails,
});

export const revisionEntry = z.strictObject({
  ...revisionHead.shape,
  active: z.boolean(),
  current: z.boolean(),
  alignment: revisionRow.shape.alignment,
  originalName: z.string(),
  /** Fonts whose text could not be drawn: not embedded in the file, and no substitute was found. */
  typefacesLeftOut: z.array(z.string()),
  createdBy: id,
  createdByName: z.string(),
  thumb: z.string(),
  preview: z.string(),
  original: z.string(),
  tiles: tileLink,
});
export type RevisionEntry = z.infer<typeof revisionEntry>;

export const listRevisions = endpoint({
  name: 'listRevisions',
  summary: 'Lists the revisions of a plan, newest first',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/plans/:planId/revisions',
  guard,
  params: onePlan,
  query: z.strictObject(paging),
  reply: paged(revisionEntry),
});

export const getTiles = endpoint({
  name: 'getTiles',
  summary: 'Gets a link to the tiles of a revision; request a new one before it expires',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/revisions/:revisionId/tiles',
  guard,
  params: z.strictObject({ projectId: id, revisionId: id }),
  reply: tileLink,
});

/** Bytes of a piece of a tile pack, in which devices verify and store it; the last piece may be shorter. */
export const PACK_PIECE_BYTES = 262_144;

export const getPack = endpoint({
  name: 'getPack',
  summary: 'Gets a link to the tile pack of a revision, with the SHA-256 of each of its pieces',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/revisions/:revisionId/pack',
  guard,
  params: z.strictObject({ projectId: id, revisionId: id }),
  reply: z.strictObject({
    revisionId: id,
    /** Bytes of the whole pack. */
    size: z.int().positive(),
    pieceSize: z.int().positive(),
    /** In hexadecimal, in order. */
    pieces: z.array(z.string()),
    /** Answers range requests. Needs no token while the session lasts. */
    url: z.string(),
    expiresAt: instant,
  }),
  deviceKey: true,
});

/** Maximum number of revisions whose sizes are listed in one call. */
export const MAX_PACK_SIZES = 100;

export const listPackSizes = endpoint({
  name: 'listPackSizes',
  summary: 'Lists the bytes of the tile packs of revisions; omits revisions of other projects',
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/packSizes',
  guard,
  params: inProject,
  query: z.strictObject({ revision: several(id, MAX_PACK_SIZES) }),
  reply: z.strictObject({ packs: z.array(z.strictObject({ revisionId: id, size: z.int().min(0) })) }),
});
