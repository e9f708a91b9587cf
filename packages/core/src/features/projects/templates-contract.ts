// Project templates in the API: what an organisation gives new projects to start with.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { projectContent } from '../../site/rows/projects.ts';

/** What a template can contain, besides the settings. */
export const TEMPLATE_PARTS = [
  'folders',
  'categories',
  'fields',
  'teams',
  'views',
  'reportTemplates',
  'reports',
] as const;
export type TemplatePart = (typeof TEMPLATE_PARTS)[number];

const title = line(200, 1);

export const projectTemplate = z.strictObject({
  id,
  title,
  /** The settings shown in the form of a new project. */
  settings: projectContent.pick({ company: true, country: true, timezone: true, language: true }),
  /** How many entries of each part it contains. */
  contains: z.strictObject(
    Object.fromEntries(TEMPLATE_PARTS.map((part) => [part, z.int().min(0)])) as Record<TemplatePart, z.ZodInt>,
  ),
  createdByName: z.string(),
  /** When its content was saved. */
  savedAt: instant,
});
export type ProjectTemplate = z.infer<typeof projectTemplate>;

const path = '/api/projects-api/templates';
const params = z.strictObject({ templateId: id });

export const listProjectTemplates = endpoint({
  name: 'listProjectTemplates',
  summary: 'Lists the project templates of the organisation by title; for those who may create projects',
  method: 'GET',
  path,
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject(paging),
  reply: paged(projectTemplate),
});

export const saveProjectTemplate = endpoint({
  name: 'saveProjectTemplate',
  summary:
    'Saves settings, plan folders, categories, fields, teams, shared views and reports of a project as a template, or ' +
    'replaces the content of that template; plans, pins and people are never included',
  method: 'PUT',
  path: `${path}/:templateId`,
  guard: { kind: 'organisation' },
  site: true,
  params,
  body: z.strictObject({ projectId: id, title }),
  reply: z.void(),
});

export const renameProjectTemplate = endpoint({
  name: 'renameProjectTemplate',
  summary: 'Renames a project template',
  method: 'PATCH',
  path: `${path}/:templateId`,
  guard: { kind: 'organisation' },
  site: true,
  params,
  body: z.strictObject({ title }),
  reply: z.void(),
});

export const deleteProjectTemplate = endpoint({
  name: 'deleteProjectTemplate',
  summary: 'Deletes a project template; projects created from it remain unchanged',
  method: 'DELETE',
  path: `${path}/:templateId`,
  guard: { kind: 'organisation' },
  site: true,
  params,
  reply: z.void(),
});
