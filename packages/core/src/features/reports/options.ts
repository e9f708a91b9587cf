// How a report shows its pins: their order and grouping, what it contains, and the paper it is made for.
import { z } from 'zod';
import { MAX_SIGNATURES, reportSigner } from './signing.ts';

/**
 * The order of the pins within the report or group. `company`: the first of its tasks; `due`: the earliest due date of its
 * unfinished tasks. Pins without a value come last.
 */
export const PIN_ORDERS = [
  'chosen',
  'number',
  'title',
  'plan',
  'room',
  'category',
  'company',
  'status',
  'due',
  'newest',
] as const;
export type PinOrder = (typeof PIN_ORDERS)[number];
/** Orders after which pins that are alike can be sorted once more. */
export const MAX_NEXT_ORDERS = 2;
export const PIN_GROUPINGS = ['none', 'plan', 'room', 'category', 'company', 'status'] as const;
/**
 * `template`: as the template shows them. Large photos are two in a row, medium three, small four. The others are as large
 * as that many on a page allow.
 */
export const PHOTO_SIZES = [
  'template',
  'page1',
  'page2',
  'page4',
  'page6',
  'page9',
  'large',
  'medium',
  'small',
  'none',
] as const;
export const PHOTOS_PER_PAGE = { page1: 1, page2: 2, page4: 4, page6: 6, page9: 9 } as const satisfies Partial<
  Record<(typeof PHOTO_SIZES)[number], number>
>;
/** Sections that can be left out. */
export const REPORT_SECTIONS = ['figures', 'planCrop', 'tasks', 'comments'] as const;
export type ReportSection = (typeof REPORT_SECTIONS)[number];
/** Sections that can be added. `contents` is in PDF files only; `companies`: tasks by company and trade. */
export const EXTRA_SECTIONS = ['cover', 'contents', 'overviews', 'companies'] as const;
export type ExtraSection = (typeof EXTRA_SECTIONS)[number];
export const PAPER_SIZES = ['a4', 'a3', 'letter'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];
/** How much of the plan a plan detail shows: half, the usual area, or twice as much. */
export const CROP_SCALES = ['close', 'standard', 'wide'] as const;

const isLocale = (tag: string): boolean => {
  try {
    return tag === '' || Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

export const reportOptions = z.strictObject({
  order: z.enum(PIN_ORDERS).default('chosen'),
  /** The order of pins that are alike in the one before. */
  thenBy: z.array(z.enum(PIN_ORDERS)).max(MAX_NEXT_ORDERS).default([]),
  group: z.enum(PIN_GROUPINGS).default('none'),
  photos: z.enum(PHOTO_SIZES).default('template'),
  without: z.array(z.enum(REPORT_SECTIONS)).max(REPORT_SECTIONS.length).default([]),
  extra: z.array(z.enum(EXTRA_SECTIONS)).max(EXTRA_SECTIONS.length).default([]),
  paper: z.enum(PAPER_SIZES).default('a4'),
  crop: z.enum(CROP_SCALES).default('standard'),
  signers: z.array(reportSigner).max(MAX_SIGNATURES).default([]),
  /** BCP 47 tag whose region decides how dates and numbers are written, as in `de-AT`; empty for the usual one. */
  region: z.string().max(35).refine(isLocale).default(''),
});
export type ReportOptions = z.output<typeof reportOptions>;

export const DEFAULT_REPORT_OPTIONS: ReportOptions = reportOptions.parse({});

export type OptionName = 'order' | 'group' | 'photos' | 'paper' | 'crop' | 'signers' | ReportSection | ExtraSection;

const COMMON = ['cover', 'paper', 'signers'] as const;
const PINS = ['order', 'photos', 'planCrop', 'tasks', 'comments', 'crop', 'contents', 'overviews'] as const;

/** The options that each built-in template follows. */
const BUILT_IN: Readonly<Record<string, readonly OptionName[]>> = {
  siteReport: [...COMMON, ...PINS, 'group', 'figures', 'companies'],
  siteDiary: [...COMMON, ...PINS, 'group', 'companies'],
  defectList: [...COMMON, 'order', 'group', 'figures', 'crop', 'overviews', 'companies'],
  pinSheets: [...COMMON, ...PINS],
  taskList: [...COMMON, 'order'],
  photoPages: [...COMMON, 'order', 'group', 'photos', 'contents', 'overviews'],
  statistics: [...COMMON, 'overviews'],
  defectSheet: ['order', 'crop'],
};

/** What the templates of a project follow: the rest is up to their authors. */
const OWN: readonly OptionName[] = ['order', 'crop', 'signers'];

/** The options that the template with this id follows. */
export function optionsOf(templateId: string): ReadonlySet<OptionName> {
  const builtIn = /^builtin:(.+)$/u.exec(templateId)?.[1];
  return new Set(builtIn === undefined ? OWN : BUILT_IN[builtIn]);
}

/** The order of the pins; what follows the order as selected has no effect. */
export function ordersOf({ order, thenBy }: Pick<ReportOptions, 'order' | 'thenBy'>): PinOrder[] {
  const all = [order, ...thenBy];
  const end = all.indexOf('chosen');
  return [...new Set(end < 0 ? all : all.slice(0, end))];
}

const LETTER_REGIONS: ReadonlySet<string> = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'PH']);

/** The paper that is usual in the region of a BCP 47 tag. */
export const usualPaper = (locale: string): PaperSize =>
  LETTER_REGIONS.has(new Intl.Locale(locale).region ?? '') ? 'letter' : 'a4';
