// Folders of projects over the network: the tree as far as the caller sees it, making, renaming, moving and deleting.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { isErrorCode } from '../../kernel/errors.ts';
import { id, instant, line } from '../../kernel/text.ts';

const folderName = line(200, 1);

export const folderEntry = z.strictObject({
  id,
  name: folderName,
  /** Null: at the top. */
  parentId: id.nullable(),
  /** Folders directly in it, and projects directly in it, as far as the caller sees them and has asked for them. */
  folders: z.int().min(0),
  projects: z.int().min(0),
  /** Those projects with the ones in its folders. */
  within: z.int().min(0),
  /** All projects in it at any depth that the caller sees, in whatever state, his own and others. */
  total: z.int().min(0),
  /** Nothing at all lies in it, seen or not: it may be deleted. */
  empty: z.boolean(),
  /** The caller may rename, move and delete it. */
  mayChange: z.boolean(),
  /** The newest change in a project in it, as far as seen; otherwise when the folder was made. */
  lastActivity: instant,
  lastModified: instant,
});
export type FolderEntry = z.infer<typeof folderEntry>;

export const listFolders = endpoint({
  name: 'listFolders',
  summary: 'Folders that hold projects the caller may see, or that he has made; by name',
  method: 'GET',
  path: '/api/projects-api/folders',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject({
    ...paging,
    /** Only those directly in this folder; `root`: those at the top. */
    parent: z.union([z.literal('root'), id]).optional(),
    search: line(200).optional(),
    /** Which projects are counted. */
    state: z.enum(['active', 'inactive', 'all']).default('active'),
    whose: z.enum(['mine', 'other', 'all']).default('mine'),
  }),
  reply: paged(folderEntry),
});

export const createProjectFolder = endpoint({
  name: 'createProjectFolder',
  summary: 'Makes a folder for projects',
  method: 'POST',
  path: '/api/projects-api/folders',
  guard: { kind: 'user' },
  site: true,
  body: z.strictObject({ id, name: folderName, parentId: id.nullable() }),
  reply: z.void(),
});

const params = z.strictObject({ folderId: id });

export const renameProjectFolder = endpoint({
  name: 'renameProjectFolder',
  summary: 'Gives a folder of projects another name',
  method: 'PATCH',
  path: '/api/projects-api/folders/:folderId',
  guard: { kind: 'user' },
  site: true,
  params,
  body: z.strictObject({ name: folderName }),
  reply: z.void(),
});

export const deleteProjectFolder = endpoint({
  name: 'deleteProjectFolder',
  summary: 'Deletes a folder of projects in which nothing lies',
  method: 'DELETE',
  path: '/api/projects-api/folders/:folderId',
  guard: { kind: 'user' },
  site: true,
  params,
  reply: z.void(),
});

const ids = z.array(id).max(1_000);

export const moveProjects = endpoint({
  name: 'moveProjects',
  summary: 'Puts projects and folders into a folder, or to the top; those the caller may not move are told and stay',
  method: 'POST',
  path: '/api/projects-api/folders/move',
  guard: { kind: 'user' },
  site: true,
  body: z.strictObject({ projectIds: ids, folderIds: ids, parentId: id.nullable() }),
  reply: z.strictObject({
    moved: z.array(id),
    skipped: z.array(z.strictObject({ id, code: z.string().refine(isErrorCode) })),
  }),
});
