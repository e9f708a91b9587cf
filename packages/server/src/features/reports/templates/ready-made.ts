// The built-in templates, in any of the program's languages.
import type { Translator } from '@plumbline/locales/translate';
import type { FileType } from '../filling/package/word-package.ts';
import { defectList } from './defect-list.ts';
import { defectSheet } from './defect-sheet.ts';
import { pinSheets } from './pin-sheets.ts';
import { siteDiary } from './site-diary.ts';
import { siteReport } from './site-report.ts';
import { taskSheet } from './task-sheet.ts';

const BUILDERS = {
  siteReport: { build: siteReport, fileType: 'docx' },
  siteDiary: { build: siteDiary, fileType: 'docx' },
  defectList: { build: defectList, fileType: 'docx' },
  pinSheets: { build: pinSheets, fileType: 'docx' },
  defectSheet: { build: defectSheet, fileType: 'xlsx' },
  taskSheet: { build: taskSheet, fileType: 'xlsx' },
} as const satisfies Record<string, { build: (t: Translator) => Promise<Buffer>; fileType: FileType }>;

export type BuiltInTemplate = keyof typeof BUILDERS;
export const BUILT_IN_TEMPLATES = Object.keys(BUILDERS) as BuiltInTemplate[];

/** The id of a built-in template where templates are chosen by id. */
export const builtInId = (name: BuiltInTemplate): string => `builtin:${name}`;

/** The built-in template with an id; undefined for any other id. */
export const builtInTemplateOf = (id: string): BuiltInTemplate | undefined =>
  BUILT_IN_TEMPLATES.find((name) => builtInId(name) === id);

export const builtInTitle = (name: BuiltInTemplate, t: Translator): string => t(`report.ready.${name}`);

export const builtInType = (name: BuiltInTemplate): FileType => BUILDERS[name].fileType;

/** The file, built on each call: takes a few milliseconds. */
export const builtInFile = (name: BuiltInTemplate, t: Translator): Promise<Buffer> => BUILDERS[name].build(t);
