// Reports: created from pins or tasks with a Word or Excel template, downloaded in that format or as PDF, shared by
// link or email. Also their templates.
import { z } from 'zod';
import { endpoint, flag, paged, paging, several } from '../../kernel/endpoint.ts';
import { day, id, instant, line, text } from '../../kernel/text.ts';
import { pinFilter } from '../../site/values/pin-filter.ts';
import { reportOptions } from './options.ts';
import { drawnSignature } from './signing.ts';
import { TEMPLATE_PROBLEM_CODES, UNREADABLE_REASONS } from './template-problem.ts';

export const REPORT_STATES = ['pending', 'running', 'done', 'failed', 'canceled'] as const;
export const REPORT_FORMATS = ['docx', 'xlsx', 'pdf'] as const;
export const TEMPLATE_TYPES = ['docx', 'xlsx'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** Whether a template of this type can produce that format: its own, or PDF. */
export const formatFits = (type: TemplateType, format: (typeof REPORT_FORMATS)[number]): boolean =>
  format === 'pdf' || format === type;

/** Whether its PDF files are converted from an Office file; those of the built-in Word templates are written directly. */
export const pdfNeedsConverter = ({ builtin, fileType }: { builtin: boolean; fileType: TemplateType }): boolean =>
  !builtin || fileType !== 'docx';

/** Why a report could not be created; each has a text that says what to do. */
export const REPORT_PROBLEMS = ['template_invalid', 'converter_absent', 'no_pins', 'no_space', 'internal'] as const;

const degrees = z.number().min(-90).max(60).nullable().default(null);
const amount = z.number().min(0).max(2_000).nullable().default(null);

/** The weather of one day: description, °C, km/h and mm, each as far as known. */
export const reportWeather = z.strictObject({
  day,
  text: line(200),
  low: degrees,
  high: degrees,
  wind: amount,
  rain: amount,
});

export const attendee = z.strictObject({ company: line(200, 1), people: z.int().min(0).max(9_999) });

export const report = z.strictObject({
  id,
  /** Sequential number in the project; null for reports created before numbering. */
  number: z.int().nullable(),
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
  shareExpiresAt: instant.nullable(),
  /** Whether its link asks for a password. */
  shareProtected: z.boolean(),
  createdBy: id,
  createdByName: z.string(),
  createdAt: instant,
  /** Whether the caller may share, cancel or retry it. */
  own: z.boolean(),
});
export type Report = z.infer<typeof report>;

const params = z.strictObject({ projectId: id });
const one = z.strictObject({ projectId: id, reportId: id });
const view = { kind: 'project', needs: 'report.view' } as const;
const create = { kind: 'project', needs: 'report.create' } as const;

export const listReports = endpoint({
  name: 'listReports',
  summary: 'Lists the reports of a project, newest first',
  method: 'GET',
  path: '/api/reports/projects/:projectId/reports',
  guard: view,
  params,
  query: z.strictObject({
    ...paging,
    state: several(z.enum(REPORT_STATES)),
    format: several(z.enum(REPORT_FORMATS)),
    /** Only the caller's own. */
    own: flag.optional(),
    /** Words of the title, or its number. */
    search: line(200).optional(),
  }),
  reply: paged(report),
});

/** A report with its project. */
export const reportAnywhere = report.extend({
  projectId: id,
  projectTitle: z.string(),
  /** Whether the caller may create reports in the project. */
  mayCreate: z.boolean(),
});
export type ReportAnywhere = z.infer<typeof reportAnywhere>;

export const listAllReports = endpoint({
  name: 'listAllReports',
  summary: 'Lists the reports of all projects of the caller, newest first',
  method: 'GET',
  path: '/api/reports/reports',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject({
    ...paging,
    state: several(z.enum(REPORT_STATES)),
    /** Only the caller's own. */
    own: flag.optional(),
    /** Words of the title or of the project's. */
    search: line(200).optional(),
  }),
  reply: paged(reportAnywhere),
});

export const getReport = endpoint({
  name: 'getReport',
  summary: 'Gets a report with its progress',
  method: 'GET',
  path: '/api/reports/projects/:projectId/reports/:reportId',
  guard: view,
  params: one,
  reply: report,
});

/** Maximum pins or tasks per report. */
export const MAX_REPORT_PINS = 5_000;

const reportContent = z.strictObject({
  title: line(200, 1),
  templateId: line(80, 1),
  format: z.enum(REPORT_FORMATS),
  language: line(5, 2),
  pinIds: z.array(id).max(MAX_REPORT_PINS).default([]),
  /** Includes their pins, and of these pins no other tasks. */
  taskIds: z.array(id).max(MAX_REPORT_PINS).default([]),
  /** The pins it currently matches, by number. */
  filter: pinFilter.nullable().default(null),
  attendees: z.array(attendee).max(200).default([]),
  weather: reportWeather.nullable().default(null),
  options: reportOptions.prefault({}),
  /** Drawn by the author on the screen. */
  signed: drawnSignature.nullable().default(null),
});

export const createReport = endpoint({
  name: 'createReport',
  summary:
    'Creates a report of the given pins in their order, of the pins of the given tasks, or of the pins matching a filter',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports',
  guard: create,
  params,
  body: reportContent.extend({ id }),
  reply: report,
});

/** Maximum pins of a preview, and its pages. */
export const MAX_PREVIEW_PINS = 300;
export const MAX_PREVIEW_PAGES = 3;

export const previewReport = endpoint({
  name: 'previewReport',
  summary: 'Shows the first pages of a report without creating it; `problem` says why it could not be created',
  method: 'POST',
  path: '/api/reports/projects/:projectId/preview',
  guard: create,
  params,
  body: reportContent,
  reply: z.strictObject({
    /** WebP images as data addresses. */
    pages: z.array(z.string()).max(MAX_PREVIEW_PAGES),
    problem: z.enum(REPORT_PROBLEMS).nullable(),
  }),
  idempotencyKey: false,
});

export const getWeather = endpoint({
  name: 'getWeather',
  summary: 'Gets the weather of a day at the site, if a weather service is configured and the project has a position',
  method: 'GET',
  path: '/api/reports/projects/:projectId/weather',
  guard: create,
  params,
  query: z.strictObject({ day, language: line(5, 2).default('en') }),
  reply: z.strictObject({ attribution: z.string(), weather: reportWeather.nullable() }),
});

export const cancelReport = endpoint({
  name: 'cancelReport',
  summary: 'Cancels a pending or running report',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/cancel',
  guard: create,
  params: one,
  reply: report,
});

export const retryReport = endpoint({
  name: 'retryReport',
  summary: 'Retries a failed or cancelled report',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/retry',
  guard: create,
  params: one,
  reply: report,
});

export const repeatReport = endpoint({
  name: 'repeatReport',
  summary: 'Creates a report like another one, with the current content of its pins or the pins its filter matches now',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/repeat',
  guard: create,
  params: one,
  body: z.strictObject({ id }),
  reply: report,
});

export const removeReport = endpoint({
  name: 'removeReport',
  summary: "Deletes the caller's own report with its file and link; an administrator may delete those of others",
  method: 'DELETE',
  path: '/api/reports/projects/:projectId/reports/:reportId',
  guard: create,
  params: one,
  reply: z.void(),
});

export const shareReport = endpoint({
  name: 'shareReport',
  summary: 'Creates a link by which anyone can download the report for 30 days; sharing again keeps the link',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/share',
  guard: { kind: 'project', needs: 'report.share' },
  // Lasts longer than a support token.
  personal: true,
  params: one,
  reply: report,
});

export const unshareReport = endpoint({
  name: 'unshareReport',
  summary: 'Revokes the link of a report',
  method: 'DELETE',
  path: '/api/reports/projects/:projectId/reports/:reportId/share',
  guard: { kind: 'project', needs: 'report.share' },
  params: one,
  reply: report,
});

export const mailReport = endpoint({
  name: 'mailReport',
  summary: 'Sends the link of a report by email, creating it if necessary; each address receives a separate email',
  method: 'POST',
  path: '/api/reports/projects/:projectId/reports/:reportId/mail',
  guard: { kind: 'project', needs: 'report.share' },
  // Lasts longer than a support token.
  personal: true,
  params: one,
  body: z.strictObject({
    to: z.array(z.email().max(200)).min(1).max(20),
    text: text(2_000).default(''),
    language: line(5, 2),
  }),
  reply: report,
});

export const downloadReport = endpoint({
  name: 'downloadReport',
  summary: 'Downloads the finished file',
  method: 'GET',
  path: '/api/reports/projects/:projectId/reports/:reportId/file',
  guard: view,
  params: one,
  reply: z.any(),
});

/** A problem found by the template check, with its placeholder and location. */
export const templateProblem = z.strictObject({
  code: z.enum(TEMPLATE_PROBLEM_CODES),
  tag: z.string(),
  part: z.string(),
  paragraph: z.int().min(0),
  cell: z.string().optional(),
  near: z.string().optional(),
  suggestion: z.string().nullable(),
  reason: z.enum(UNREADABLE_REASONS).optional(),
});

export const template = z.strictObject({
  /** `builtin:<name>` for the built-in templates. */
  id: z.string(),
  title: z.string(),
  fileName: z.string(),
  fileType: z.enum(TEMPLATE_TYPES),
  builtin: z.boolean(),
  active: z.boolean(),
  problems: z.array(templateProblem),
});
export type Template = z.infer<typeof template>;

export const listTemplates = endpoint({
  name: 'listTemplates',
  summary: 'Lists the templates of a project, the built-in ones first; pages start at 0',
  method: 'GET',
  path: '/api/templates/projects/:projectId/templates',
  guard: view,
  params,
  query: z.strictObject({
    ...paging,
    language: line(5, 2).default('en'),
    /** Include inactive ones. */
    inactive: flag.optional(),
  }),
  reply: paged(template).extend({
    /** Formats this server can produce from any template of their type. */ formats: z.array(z.enum(REPORT_FORMATS)),
  }),
});

export const createTemplate = endpoint({
  name: 'createTemplate',
  summary: 'Creates a template from an uploaded Word or Excel file after checking its placeholders',
  method: 'POST',
  path: '/api/templates/projects/:projectId/templates',
  guard: { kind: 'project', needs: 'template.manage' },
  params,
  body: z.strictObject({ id, blobId: id, title: line(200, 1) }),
  reply: template,
});

export const checkTemplateFile = endpoint({
  name: 'checkTemplateFile',
  summary: 'Checks the placeholders of an uploaded Word or Excel file without storing it',
  method: 'POST',
  path: '/api/templates/projects/:projectId/check',
  guard: { kind: 'project', needs: 'template.manage' },
  params,
  body: z.strictObject({ blobId: id }),
  reply: z.strictObject({
    fileType: z.enum(TEMPLATE_TYPES).nullable(),
    problems: z.array(templateProblem),
    /** Placeholders that are correct, but have no value in this project. */
    warnings: z.array(templateProblem),
  }),
  idempotencyKey: false,
});

export const downloadTemplate = endpoint({
  name: 'downloadTemplate',
  summary: "Downloads a template's file, as a starting point for a new template",
  method: 'GET',
  path: '/api/templates/projects/:projectId/templates/:templateId/file',
  guard: view,
  params: z.strictObject({ projectId: id, templateId: line(80, 1) }),
  query: z.strictObject({ language: line(5, 2).default('en') }),
  reply: z.any(),
});

const oneTemplate = z.strictObject({ projectId: id, templateId: id });

export const changeTemplate = endpoint({
  name: 'changeTemplate',
  summary: 'Renames a template of the project, sets it inactive or reactivates it',
  method: 'PATCH',
  path: '/api/templates/projects/:projectId/templates/:templateId',
  guard: { kind: 'project', needs: 'template.manage' },
  params: oneTemplate,
  body: z.strictObject({ title: line(200, 1).optional(), active: z.boolean().optional() }),
  reply: template,
});

export const replaceTemplate = endpoint({
  name: 'replaceTemplate',
  summary: "Replaces a template's file; a file of the other type only with confirmation",
  method: 'POST',
  path: '/api/templates/projects/:projectId/templates/:templateId/replace',
  guard: { kind: 'project', needs: 'template.manage' },
  params: oneTemplate,
  body: z.strictObject({ blobId: id, otherType: z.boolean().default(false) }),
  reply: template,
});

export const removeTemplate = endpoint({
  name: 'removeTemplate',
  summary: 'Deletes a template of the project; reports created from it remain',
  method: 'DELETE',
  path: '/api/templates/projects/:projectId/templates/:templateId',
  guard: { kind: 'project', needs: 'template.manage' },
  params: oneTemplate,
  reply: z.void(),
});
