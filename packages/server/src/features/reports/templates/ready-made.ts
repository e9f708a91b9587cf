// The built-in templates, in any of the program's languages.
import { DEFAULT_REPORT_OPTIONS, optionsOf, type ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import type { FileType } from '../filling/package/word-package.ts';
import { defectList } from './layouts/defect-list.ts';
import type { Layout } from './layouts/document.ts';
import { photoPages } from './layouts/photo-pages.ts';
import { pinSheets } from './layouts/pin-sheets.ts';
import { siteDiary } from './layouts/site-diary.ts';
import { siteReport } from './layouts/site-report.ts';
import { statistics } from './layouts/statistics.ts';
import { taskList } from './layouts/task-list.ts';
import { defectSheet } from './sheets/defect-sheet.ts';
import { taskSheet } from './sheets/task-sheet.ts';
import { wordFile } from './word/word-file.ts';

const LAYOUTS = {
  siteReport,
  siteDiary,
  defectList,
  pinSheets,
  taskList,
  photoPages,
  statistics,
} as const satisfies Record<string, (t: Translator, options: ReportOptions) => Layout>;
const SHEETS = { defectSheet, taskSheet } as const satisfies Record<string, (t: Translator) => Promise<Buffer>>;

type LayoutName = keyof typeof LAYOUTS;
type SheetName = keyof typeof SHEETS;
export type BuiltInTemplate = LayoutName | SheetName;

const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  ...LAYOUT_NAMES,
  ...(Object.keys(SHEETS) as SheetName[]),
];

const isSheet = (name: BuiltInTemplate): name is SheetName => Object.hasOwn(SHEETS, name);

/** The id of a built-in template where templates are chosen by id. */
export const builtInId = (name: BuiltInTemplate): string => `builtin:${name}`;

/** The built-in template with an id; undefined for any other id. */
export const builtInTemplateOf = (id: string): BuiltInTemplate | undefined =>
  BUILT_IN_TEMPLATES.find((name) => builtInId(name) === id);

export const builtInTitle = (name: BuiltInTemplate, t: Translator): string => t(`report.ready.${name}`);

export const builtInType = (name: BuiltInTemplate): FileType => (isSheet(name) ? 'xlsx' : 'docx');

/** What the template follows of the options: they may have been chosen for another one. */
function followed(name: BuiltInTemplate, options: ReportOptions): ReportOptions {
  const names = optionsOf(builtInId(name));
  return { ...options, extra: options.extra.filter((one) => names.has(one)) };
}

/** The layout of a template whose PDF is written directly; undefined for workbooks. */
export const builtInLayout = (
  name: BuiltInTemplate,
  t: Translator,
  options: ReportOptions = DEFAULT_REPORT_OPTIONS,
): Layout | undefined => (isSheet(name) ? undefined : LAYOUTS[name](t, followed(name, options)));

/** The file, built on each call: takes a few milliseconds. */
export const builtInFile = (
  name: BuiltInTemplate,
  t: Translator,
  options: ReportOptions = DEFAULT_REPORT_OPTIONS,
): Promise<Buffer> => (isSheet(name) ? SHEETS[name](t) : wordFile(LAYOUTS[name](t, followed(name, options)), t.locale));
