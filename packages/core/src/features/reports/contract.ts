// Reports: made from pins by a Word template, downloaded as Word or PDF, shared by link. And the templates they are made from.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { day, id, instant, line } from '../../kernel/text.ts';
import { TEMPLATE_PROBLEM_CODES, UNREADABLE_REASONS } from './template-problem.ts';

export const REPORT_STATES = ['pending', 'running', 'done', 'failed', 'canceled'] as const;
export const REPORT_FORMATS = ['docx', 'pdf'] as const;

/** Why a report could not be made; each has a text that names what to do. */
export const REPORT_PROBLEMS = ['template_invalid', 'converter_absent', 'no_pins', 'internal'] as const;

export const attendee = z.strictObject({ company: line(200, 1), people: z.int().min(0).max(9_999) });

export const report = z.strictObject({
  id,
  title: z.string(),
  templateId: z.string(),
  templateTitle: z.string(),
  format: z.enum(REPORT_FORMATS),
  state: z.enum(REPORT_STATES),
  percent: z.int().min(0).max(100),
  problem: z.enum(REPORT_PROBLEMS).nullable(),
  pinCount: z.int(),
  blobId: id.nullable(),
  shareToken: z.string().nullable(),
  createdBy: id,
  createdByName: z.string(),
  createdAt: instant,
  /** May the caller share, cancel or retry it? */
  own: z.boolean(),
});
export type Report = z.infer<typeof report>;

const params = z.strictObject({ projectId: id });
const one = z.strictObject({ projectId: id, reportId: id });
const view = { kind: 'project', needs: 'report.view' } as const;
const create = { kind: 'project', needs: 'report.create' } as const;

export const listReports = endpoint({
  name: 'listReports',
  summary: 'Reports of a project, newest first',
  method: 'GET',
  path: '/api/reports/projects/:projectId/reports',
  guard: view,
  params,
  query: z.strictObject(paging),
  reply: paged(report),
});

export const getReport = endpoint({
  name: 'getReport',
  summary: 'One report with its progress',
  method: 'GET',
  path: '/api/reports/projects/:projectId/reports/:reportId',
  guard: view,
  params: one,
  reply: report,
});

export const createReport = endpoint({
  name: 'createReport',
  summary: 'Makes a report of the given pins, in the given order',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports',
  guard: create,
  params,
  body: z.strictObject({
    id,
    title: line(200, 1),
    templateId: z.string().min(1).max(80),
    format: z.enum(REPORT_FORMATS),
    language: line(5, 2),
    pinIds: z.array(id).min(1).max(5_000),
    attendees: z.array(attendee).max(200).default([]),
    weather: z
      .strictObject({ day, text: line(200) })
      .nullable()
      .default(null),
  }),
  reply: report,
});

export const cancelReport = endpoint({
  name: 'cancelReport',
  summary: 'Stops a report that is pending or under way',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/cancel',
  guard: create,
  params: one,
  reply: report,
});

export const retryReport = endpoint({
  name: 'retryReport',
  summary: 'Makes a failed or canceled report again',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/retry',
  guard: create,
  params: one,
  reply: report,
});

export const shareReport = endpoint({
  name: 'shareReport',
  summary: 'Makes a link by which anybody can download the report for 30 days; sharing again keeps the link',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/share',
  guard: { kind: 'project', needs: 'report.share' },
  params: one,
  reply: report,
});

export const unshareReport = endpoint({
  name: 'unshareReport',
  summary: 'Ends the link of a report',
  method: 'DELETE',
  path: '/api/reports/projects/:projectId/reports/:reportId/share',
  guard: { kind: 'project', needs: 'report.share' },
  params: one,
  reply: report,
});

export const downloadReport = endpoint({
  name: 'downloadReport',
  summary: 'The finished file',
  method: 'GET',
  path: '/api/reports/projects/:projectId/reports/:reportId/file',
  guard: view,
  params: one,
  reply: z.any(),
});

export const sharedReport = endpoint({
  name: 'sharedReport',
  summary: 'A shared report by its link',
  method: 'GET',
  path: '/api/reports/shared/:token',
  guard: { kind: 'public' },
  params: z.strictObject({ token: z.string().regex(/^[\w-]{22,64}$/u) }),
  reply: z.any(),
});

/** What a template check found, at which placeholder and where. */
export const templateProblem = z.strictObject({
  code: z.enum(TEMPLATE_PROBLEM_CODES),
  tag: z.string(),
  part: z.string(),
  paragraph: z.int().min(0),
  cell: z.string().optional(),
  suggestion: z.string().nullable(),
  reason: z.enum(UNREADABLE_REASONS).optional(),
});

export const template = z.strictObject({
  /** `builtin:<name>` for the ready-made ones. */
  id: z.string(),
  title: z.string(),
  fileName: z.string(),
  fileType: z.enum(['docx', 'xlsx']),
  builtin: z.boolean(),
  active: z.boolean(),
  problems: z.array(templateProblem),
});
export type Template = z.infer<typeof template>;

export const listTemplates = endpoint({
  name: 'listTemplates',
  summary: 'Templates of a project, the ready-made ones first; pages start at 0',
  method: 'GET',
  path: '/api/templates/projects/:projectId/templates',
  guard: view,
  params,
  query: z.strictObject({ ...paging, language: line(5, 2).default('en') }),
  reply: paged(template).extend({ /** What this server can make of them. */ formats: z.array(z.enum(REPORT_FORMATS)) }),
});

export const createTemplate = endpoint({
  name: 'createTemplate',
  summary: 'Takes an uploaded Word file as a template after checking its placeholders',
  method: 'POST',
  path: '/api/templates/projects/:projectId/templates',
  guard: { kind: 'project', needs: 'template.manage' },
  params,
  body: z.strictObject({ id, blobId: id, title: line(200, 1) }),
  reply: template,
});

export const checkTemplateFile = endpoint({
  name: 'checkTemplateFile',
  summary: 'Checks the placeholders of an uploaded Word file without keeping it',
  method: 'POST',
  path: '/api/templates/projects/:projectId/check',
  guard: { kind: 'project', needs: 'template.manage' },
  params,
  body: z.strictObject({ blobId: id }),
  reply: z.strictObject({ problems: z.array(templateProblem) }),
  idempotencyKey: false,
});

export const downloadTemplate = endpoint({
  name: 'downloadTemplate',
  summary: "A template's Word file, to start one's own from",
  method: 'GET',
  path: '/api/templates/projects/:projectId/templates/:templateId/file',
  guard: view,
  params: z.strictObject({ projectId: id, templateId: z.string().min(1).max(80) }),
  query: z.strictObject({ language: line(5, 2).default('en') }),
  reply: z.any(),
});

export const removeTemplate = endpoint({
  name: 'removeTemplate',
  summary: 'Takes a template of the project out of use; reports made from it stay',
  method: 'DELETE',
  path: '/api/templates/projects/:projectId/templates/:templateId',
  guard: { kind: 'project', needs: 'template.manage' },
  params: z.strictObject({ projectId: id, templateId: id }),
  reply: z.void(),
});
