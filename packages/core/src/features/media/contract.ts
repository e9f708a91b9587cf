// Links to a project's files: short-lived, signed, and issued only to users who may see the rows that name the files.
import { z } from 'zod';
import { endpoint, paged, paging, several } from '../../kernel/endpoint.ts';
import { day, id, instant } from '../../kernel/text.ts';
import { POST_TYPES, postRow } from '../../site/rows/media.ts';

/**
 * `thumb` for lists and grids, `preview` for full screen, `original` the uploaded file, `download` the same as an
 * attachment, `play` a video in the format that every browser plays where the server has converted it.
 */
export const MEDIA_SIZES = ['thumb', 'preview', 'original', 'download', 'play'] as const;
export type MediaSize = (typeof MEDIA_SIZES)[number];

export const fileLink = z.strictObject({
  blobId: id,
  size: z.enum(MEDIA_SIZES),
  /** Null if there is no such image: the file is not an image, or it has not been rendered yet. */
  url: z.string().nullable(),
  expiresAt: instant,
});
export type FileLink = z.infer<typeof fileLink>;

export const fileLinks = endpoint({
  name: 'fileLinks',
  summary: 'Creates signed links to files of a project by blob and size; omits blobs the caller may not see',
  method: 'POST',
  path: '/api/files/links',
  guard: { kind: 'user' },
  site: true,
  body: z.strictObject({
    projectId: id,
    blobIds: z.array(id).min(1).max(200),
    sizes: z.array(z.enum(MEDIA_SIZES)).min(1).max(MEDIA_SIZES.length),
  }),
  reply: z.strictObject({ links: z.array(fileLink) }),
  idempotencyKey: false,
});

export const MAX_BUNDLED_FILES = 100;
/** A larger picture is fetched by its link, so that an interruption costs little. */
export const MAX_BUNDLED_BYTES = 262_144;
export const BUNDLE_TYPE = 'application/vnd.plumbline.files';
export const BUNDLED_SIZES = ['thumb', 'preview'] as const satisfies readonly MediaSize[];

export const bundledFile = z.strictObject({ blobId: id, size: z.enum(BUNDLED_SIZES) });
export type BundledFile = z.infer<typeof bundledFile>;

export const fileBundle = endpoint({
  name: 'fileBundle',
  summary:
    'Sends small pictures of a project in one response; omits those that the caller may not see, that cannot be made or that are large',
  method: 'POST',
  path: '/api/files/bundle',
  guard: { kind: 'user' },
  site: true,
  body: z.strictObject({ projectId: id, files: z.array(bundledFile).min(1).max(MAX_BUNDLED_FILES) }),
  // Sent as `BUNDLE_TYPE`; see `bundle.ts`.
  reply: z.void(),
  idempotencyKey: false,
});

/** A post as shown in galleries. */
export const shownPost = z.strictObject({
  ...postRow.shape,
  createdByName: z.string(),
  pinNumber: z.int().nullable(),
  pinTitle: z.string(),
});
export type ShownPost = z.infer<typeof shownPost>;

export const listPosts = endpoint({
  name: 'listPosts',
  summary: 'Lists photos, recordings and files of a project, newest first',
  method: 'GET',
  path: '/api/posts/projects/:projectId/posts',
  guard: { kind: 'project', needs: 'post.view' },
  params: z.strictObject({ projectId: id }),
  query: z.strictObject({
    ...paging,
    type: several(z.enum(POST_TYPES)),
    pin: several(id),
    task: several(id),
    plan: several(id),
    creator: several(id),
    /** Creation days (UTC), both inclusive. */
    from: day.optional(),
    to: day.optional(),
    state: z.enum(['active', 'inactive', 'all']).default('active'),
  }),
  reply: paged(shownPost),
});

/** Maximum files per export. */
export const MAX_EXPORT = 5_000;

export const createMediaExport = endpoint({
  name: 'createMediaExport',
  summary:
    'Creates a link that downloads files of a project as one ZIP with readable names; omits files the caller may not see',
  method: 'POST',
  path: '/api/mediaExport/projects/:projectId',
  guard: { kind: 'project', needs: 'post.view' },
  params: z.strictObject({ projectId: id }),
  body: z.strictObject({ id, blobIds: z.array(id).min(1).max(MAX_EXPORT) }),
  reply: z.strictObject({ url: z.string(), expiresAt: instant }),
  // The export's own id makes the call repeatable.
  idempotencyKey: false,
});
