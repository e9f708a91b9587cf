// Projects in the API: listing, creating, reading, changing.
import { z } from 'zod';
import { CAPABILITIES, ROLES } from '../../access/capabilities.ts';
import { endpoint, paged, paging, several } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { newProject, projectContent, projectInput, projectRow } from '../../site/rows/projects.ts';

/**
 * `type` and `favourites` sort folders or favourites first, then by name; `organisationName` by company, then by name;
 * `offlineOnline` puts the projects listed in `first` first, which are those on the caller's device.
 */
export const PROJECT_SORTS = [
  'name',
  'lastActivity',
  'lastModified',
  'date',
  'type',
  'favourites',
  'organisationName',
  'offlineOnline',
] as const;

export const projectEntry = z.strictObject({
  ...projectRow.omit({ notes: true, ratings: true }).shape,
  organisationName: z.string(),
  /** Null for a project of the organisation the caller is not a member of; only administrators see those. */
  role: z.enum(ROLES).nullable(),
  /** The latest change of anything in the project. */
  lastActivity: instant,
  /** The latest change of the project's own details. */
  lastModified: instant,
  plans: z.int().min(0),
  /** As far as the caller may see them. */
  openPins: z.int().min(0),
  openTasks: z.int().min(0),
  /** Signed URL of an image of its first plan; null without plans, and for those who are not members. */
  cover: z.string().nullable(),
  /** The folder that contains it; null at the top level. */
  folderId: id.nullable(),
  /** Whether the caller has marked it as a favourite. */
  favourite: z.boolean(),
  /** The caller may change its settings, deactivate it and copy it. */
  mayChange: z.boolean(),
});
export type ProjectEntry = z.infer<typeof projectEntry>;

export const listProjects = endpoint({
  name: 'listProjects',
  summary: "Lists the caller's projects; for administrators of the organisation, all its projects",
  method: 'GET',
  path: '/api/projects-api/projects',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject({
    ...paging,
    search: line(200).optional(),
    state: z.enum(['active', 'inactive', 'all']).default('active'),
    whose: z.enum(['mine', 'other', 'all']).default('mine'),
    sort: z
      .enum([...PROJECT_SORTS, 'favorites'])
      .default('lastModified')
      .transform((sort) => (sort === 'favorites' ? 'favourites' : sort)),
    /** Each sort has its own natural order: names ascending, times newest first. */
    reverse: z.enum(['true', 'false']).default('false'),
    /** Only those directly in this folder; `root`: those at the top level. If omitted, all of them in any folder. */
    folder: z.union([z.literal('root'), id]).optional(),
    first: several(id),
  }),
  reply: paged(projectEntry),
});

const params = z.strictObject({ projectId: id });

export const projectDetails = z.strictObject({
  ...projectRow.shape,
  ...projectEntry.pick({ organisationName: true, role: true, lastActivity: true, lastModified: true }).shape,
  plans: z.int().min(0),
  openPins: z.int().min(0),
  openTasks: z.int().min(0),
  /** Increases with each change of the details; sent back with a change to detect concurrent edits. */
  version: z.int().min(0),
  /** The caller's capabilities in this project, for at least some rows. */
  permissions: z.array(z.enum(CAPABILITIES)),
});
export type ProjectDetails = z.infer<typeof projectDetails>;

export const getProject = endpoint({
  name: 'getProject',
  summary: "Gets a project with the caller's permissions in it",
  method: 'GET',
  path: '/api/projects-api/projects/:projectId',
  guard: { kind: 'project', needs: 'project.view' },
  params,
  reply: projectDetails,
});

export const createProject = endpoint({
  name: 'createProject',
  summary: 'Creates a project; the caller becomes its administrator',
  method: 'POST',
  path: '/api/projects-api/projects',
  guard: { kind: 'user' },
  site: true,
  body: z.strictObject({
    id,
    ...newProject.shape,
    parentId: id.nullable().optional(),
    /** A project template of the organisation; settings that are sent take precedence over its own. */
    templateId: id.optional(),
  }),
  reply: projectDetails,
});

export const updateProject = endpoint({
  name: 'updateProject',
  summary: 'Updates the details that are sent; `active: false` sets the project inactive',
  method: 'PATCH',
  path: '/api/projects-api/projects/:projectId',
  guard: { kind: 'project', needs: 'project.edit' },
  params,
  body: z.strictObject({
    ...projectInput.partial().shape,
    active: z.boolean().optional(),
    /** The version the change is based on: refused with `already_changed` if it is no longer the latest. */
    version: z.int().min(0).optional(),
  }),
  reply: projectDetails,
});

export const copyProject = endpoint({
  name: 'copyProject',
  summary:
    'Creates a project with the details and ratings of another and the chosen further content; pins and tasks are never copied',
  method: 'POST',
  path: '/api/projects-api/projects/:projectId/copy',
  guard: { kind: 'project', needs: 'project.edit' },
  params,
  body: z.strictObject({
    id,
    title: projectContent.shape.title,
    /** If false, the new project starts with the default ones. */
    categories: z.boolean().default(true),
    fields: z.boolean().default(true),
    members: z.boolean().default(false),
    /** Their members are copied if those of the project are. */
    teams: z.boolean().default(false),
    /** Active contacts, who have no account. */
    contacts: z.boolean().default(false),
    /** The project's own active report templates. */
    templates: z.boolean().default(false),
    /** Active plans and folders with their revisions and georeferences, and building models with their storeys. */
    plans: z.boolean().default(false),
    /** The folder of the new project; defaults to that of its source, if visible to the caller. */
    parentId: id.nullable().optional(),
  }),
  reply: projectDetails,
});

export const leaveProject = endpoint({
  name: 'leaveProject',
  summary: 'Leaves a project; the last administrator cannot leave',
  method: 'POST',
  path: '/api/projects-api/projects/:projectId/leave',
  guard: { kind: 'project', needs: 'project.view' },
  params,
  reply: z.void(),
});

export const joinProject = endpoint({
  name: 'joinProject',
  summary: 'Joins a project as its administrator; for administrators of the organisation',
  method: 'POST',
  path: '/api/projects-api/projects/:projectId/join',
  guard: { kind: 'organisation' },
  params,
  body: z.strictObject({ id }),
  reply: projectDetails,
});

export const setFavourite = endpoint({
  name: 'setFavourite',
  summary: 'Marks a project as a favourite of the caller, or removes the mark',
  method: 'PUT',
  path: '/api/projects-api/projects/:projectId/favourite',
  guard: { kind: 'project', needs: 'project.view' },
  params,
  body: z.strictObject({ favourite: z.boolean() }),
  reply: z.void(),
});

export const importingProject = z.strictObject({
  projectId: id,
  title: z.string(),
  /** Files of the last seven days by state: processing, waiting for a user, failed, imported. */
  running: z.int().min(0),
  waiting: z.int().min(0),
  failed: z.int().min(0),
  finished: z.int().min(0),
  updatedAt: instant,
});
export type ImportingProject = z.infer<typeof importingProject>;

export const listImporting = endpoint({
  name: 'listImporting',
  summary: 'Lists plan imports of the last seven days in all projects whose plans the caller manages, by project',
  method: 'GET',
  path: '/api/projects-api/importing',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject(paging),
  reply: paged(importingProject),
});
