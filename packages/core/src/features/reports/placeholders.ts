// For authors of templates: the placeholders with examples from the project, sample templates, and the check of a
// template with real pins before it is used.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { MAX_PREVIEW_PAGES, REPORT_PROBLEMS, TEMPLATE_TYPES, templateProblem } from './contract.ts';

/** `list`: repeats or keeps the content up to its end. */
export const PLACEHOLDER_KINDS = ['text', 'picture', 'list'] as const;

export const placeholder = z.strictObject({
  /** As written in a template, such as `{pin.title}` or `{#pins}…{/pins}`. */
  tag: z.string(),
  kind: z.enum(PLACEHOLDER_KINDS),
  /** What it shows, in the requested language. */
  title: z.string(),
  fileTypes: z.array(z.enum(TEMPLATE_TYPES)),
  /** A value of the project; empty if there is none. */
  example: z.string(),
});

export const placeholderGroup = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** The lists inside which these placeholders can be used; none: anywhere. */
  lists: z.array(z.string()),
  placeholders: z.array(placeholder),
});
export type PlaceholderGroup = z.infer<typeof placeholderGroup>;

const create = { kind: 'project', needs: 'report.create' } as const;
const params = z.strictObject({ projectId: id });
const language = line(5, 2);

export const listPlaceholders = endpoint({
  name: 'listPlaceholders',
  summary: 'Lists the placeholders of templates with explanations and examples from the project',
  method: 'GET',
  path: '/api/templates/projects/:projectId/placeholders',
  guard: create,
  params,
  query: z.strictObject({ language: language.default('en') }),
  reply: z.strictObject({ groups: z.array(placeholderGroup) }),
});

export const downloadSampleTemplate = endpoint({
  name: 'downloadSampleTemplate',
  summary: 'Downloads a template that shows how placeholders, lists and images are used',
  method: 'GET',
  path: '/api/templates/projects/:projectId/samples/:fileType',
  guard: create,
  params: z.strictObject({ projectId: id, fileType: z.enum(TEMPLATE_TYPES) }),
  query: z.strictObject({ language: language.default('en') }),
  reply: z.any(),
});

/** Maximum pins that a template is checked with. */
export const MAX_TRIAL_PINS = 12;

/** A template of the project, or an uploaded file of the caller that is not a template yet. */
const tried = {
  templateId: line(80, 1).optional(),
  blobId: id.optional(),
  language,
  /** BCP 47 tag whose region decides how dates and numbers are written. */
  region: line(35).default(''),
};

export const tryTemplate = endpoint({
  name: 'tryTemplate',
  summary: 'Fills a template, or an uploaded file, with some pins of the project and shows the first pages',
  method: 'POST',
  path: '/api/templates/projects/:projectId/trial',
  guard: create,
  params,
  body: z.strictObject(tried),
  reply: z.strictObject({
    /** WebP images as data addresses. */
    pages: z.array(z.string()).max(MAX_PREVIEW_PAGES),
    /** Why there are no pages: the file was filled, but cannot be shown; or it could not be filled. */
    problem: z.enum(REPORT_PROBLEMS).nullable(),
    problems: z.array(templateProblem),
    /** Placeholders that are correct, but have no value in this project. */
    warnings: z.array(templateProblem),
    pinCount: z.int(),
  }),
  idempotencyKey: false,
});

export const downloadTrial = endpoint({
  name: 'downloadTrial',
  summary: 'Downloads a template, or an uploaded file, filled with some pins of the project',
  method: 'GET',
  path: '/api/templates/projects/:projectId/trial',
  guard: create,
  params,
  query: z.strictObject(tried),
  reply: z.any(),
});
