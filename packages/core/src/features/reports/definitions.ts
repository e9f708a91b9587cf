// Saved reports: what a report contains, how it looks, who receives it and when it is created again.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { pinFilter } from '../../site/values/pin-filter.ts';
import { MAX_REPORT_PINS, REPORT_FORMATS, report } from './contract.ts';
import { reportOptions } from './options.ts';
import { reportSchedule } from './schedule.ts';

const ids = z.array(id).min(1).max(MAX_REPORT_PINS);

/** What a saved report contains; everything but named pins and tasks is looked up again for each report. */
export const reportSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pins'), pinIds: ids }),
  z.strictObject({ kind: z.literal('tasks'), taskIds: ids }),
  z.strictObject({ kind: z.literal('filter'), filter: pinFilter }),
  /** The pins of a group, in its order. */
  z.strictObject({ kind: z.literal('group'), groupId: id }),
  /** What a saved view of pins or tasks shows, in its order. */
  z.strictObject({ kind: z.literal('view'), viewId: id }),
  /** Pins matching the filter with changes, tasks, comments or photos since the last report; at first all of them. */
  z.strictObject({ kind: z.literal('changed'), filter: pinFilter }),
]);
export type ReportSource = z.output<typeof reportSource>;

/** Why the last attempt created no report. With the first two, the schedule is paused. */
export const DEFINITION_PROBLEMS = [
  'owner_left',
  'no_right',
  'template_missing',
  'template_invalid',
  'converter_absent',
  'group_missing',
  /** The view was deleted, or its owner may no longer see it. */
  'view_missing',
  /** The view names something that was deleted since, so it would show other rows than those meant. */
  'view_outdated',
  'no_pins',
  'internal',
] as const;
export type DefinitionProblem = (typeof DEFINITION_PROBLEMS)[number];

export const MAX_RECIPIENTS = 20;

const content = z.strictObject({
  title: line(200, 1),
  source: reportSource,
  templateId: line(80, 1),
  format: z.enum(REPORT_FORMATS),
  language: line(5, 2),
  options: reportOptions.prefault({}),
  /** Receive each report by email when it is ready. */
  recipients: z.array(z.email().max(200)).max(MAX_RECIPIENTS).default([]),
  /** Null: only on request. */
  schedule: reportSchedule.nullable().default(null),
});
export type DefinitionContent = z.output<typeof content>;

export const reportDefinition = content.extend({
  id,
  nextRunAt: instant.nullable(),
  lastRunAt: instant.nullable(),
  problem: z.enum(DEFINITION_PROBLEMS).nullable(),
  createdBy: id,
  createdByName: z.string(),
  createdAt: instant,
  /** Whether the caller may change it and create reports from it. */
  own: z.boolean(),
});
export type ReportDefinition = z.output<typeof reportDefinition>;

const guard = { kind: 'project', needs: 'report.create' } as const;
const params = z.strictObject({ projectId: id });
const one = z.strictObject({ projectId: id, definitionId: id });
const path = '/api/reports/projects/:projectId/definitions';

export const listReportDefinitions = endpoint({
  name: 'listReportDefinitions',
  summary: 'Lists the saved reports of a project by title; pages start at 0',
  method: 'GET',
  path,
  guard,
  params,
  query: z.strictObject(paging),
  reply: paged(reportDefinition),
});

export const createReportDefinition = endpoint({
  name: 'createReportDefinition',
  summary: 'Saves what a report contains, to create it on request or on a schedule in the time zone of the project',
  method: 'POST',
  path,
  guard,
  // Its recipients receive reports when a support token has long expired.
  personal: true,
  params,
  body: content.extend({ id }),
  reply: reportDefinition,
});

export const changeReportDefinition = endpoint({
  name: 'changeReportDefinition',
  summary: "Replaces the content of the caller's own saved report",
  method: 'PUT',
  path: `${path}/:definitionId`,
  guard,
  // Its recipients receive reports when a support token has long expired.
  personal: true,
  params: one,
  body: content,
  reply: reportDefinition,
});

export const removeReportDefinition = endpoint({
  name: 'removeReportDefinition',
  summary: 'Deletes a saved report; an administrator may delete those of others. Reports created from it remain',
  method: 'DELETE',
  path: `${path}/:definitionId`,
  guard,
  params: one,
  reply: z.void(),
});

export const runReportDefinition = endpoint({
  name: 'runReportDefinition',
  summary: "Creates a report from the caller's own saved report with its current pins; null if `problem` says why not",
  method: 'POST',
  path: `${path}/:definitionId/run`,
  guard,
  params: one,
  body: z.strictObject({ reportId: id }),
  reply: z.strictObject({ report: report.nullable(), definition: reportDefinition }),
});
