// How a built-in template shows the pins of a report: their order, grouping, photos and sections.
import { z } from 'zod';

/** The order of the pins within the report or group: as selected, or by number. */
export const PIN_ORDERS = ['chosen', 'number'] as const;
export const PIN_GROUPINGS = ['none', 'plan', 'category'] as const;
/** `template`: as the template shows them. Large photos are two in a row, medium three, small four. */
export const PHOTO_SIZES = ['template', 'large', 'medium', 'small', 'none'] as const;
/** Sections that can be left out. */
export const REPORT_SECTIONS = ['figures', 'planCrop', 'tasks', 'comments'] as const;
export type ReportSection = (typeof REPORT_SECTIONS)[number];

export const reportOptions = z.strictObject({
  order: z.enum(PIN_ORDERS).default('chosen'),
  group: z.enum(PIN_GROUPINGS).default('none'),
  photos: z.enum(PHOTO_SIZES).default('template'),
  without: z.array(z.enum(REPORT_SECTIONS)).max(REPORT_SECTIONS.length).default([]),
});
export type ReportOptions = z.output<typeof reportOptions>;

export const DEFAULT_REPORT_OPTIONS: ReportOptions = reportOptions.parse({});

const WITH_OPTIONS: ReadonlySet<string> = new Set(
  ['siteReport', 'siteDiary', 'pinSheets', 'photoPages'].map((name) => `builtin:${name}`),
);

/** Whether the template with this id follows the options; others show what they contain. */
export const hasReportOptions = (templateId: string): boolean => WITH_OPTIONS.has(templateId);
