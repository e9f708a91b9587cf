// Folders of projects in the API: the tree visible to the caller; creating, renaming, moving and deleting folders.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { isErrorCode } from '../../kernel/errors.ts';
import { id, instant, line } from '../../kernel/text.ts';

const folderName = line(200, 1);

export const folderEntry = z.strictObject({
  id,
  name: folderName,
  /** Null: at the top level. */
  parentId: id.nullable(),
  /** Folders and projects directly in it, as far as they are visible to the caller and match the request. */
  folders: z.int().min(0),
  projects: z.int().min(0),
  /** These projects including those in its subfolders. */
  within: z.int().min(0),
  /** All projects in it at any depth that the caller sees, in any state, both own and others. */
  total: z.int().min(0),
  /** It contains nothing, visible or not: it may be deleted. */
  empty: z.boolean(),
  /** The caller may rename, move and delete it. */
  mayChange: z.boolean(),
  /** The latest visible change in a project in it; otherwise when the folder was created. */
  lastActivity: instant,
  lastModified: instant,
});
export type FolderEntry = z.infer<typeof folderEntry>;

export const listFolders = endpoint({
  name: 'listFolders',
  summary: 'Lists folders that contain projects the caller may see or that the caller created, by name',
  method: 'GET',
  path: '/api/projects-api/folders',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject({
    ...paging,
    /** Only those directly in this folder; `root`: those at the top level. */
    parent: z.union([z.literal('root'), id]).optional(),
    search: line(200).optional(),
    /** Which projects to count. */
    state: z.enum(['active', 'inactive', 'all']).default('active'),
    whose: z.enum(['mine', 'other', 'all']).default('mine'),
  }),
  reply: paged(folderEntry),
});

export const createProjectFolder = endpoint({
  name: 'createProjectFolder',
  summary: 'Creates a project folder',
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
  summary: 'Renames a project folder',
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
  summary: 'Deletes an empty project folder',
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
  summary: 'Moves projects and folders into a folder or to the top level; reports those the caller may not move',
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
