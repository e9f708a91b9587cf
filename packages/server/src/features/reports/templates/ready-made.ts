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

export type ReadyMade = keyof typeof BUILDERS;
export const READY_MADE = Object.keys(BUILDERS) as ReadyMade[];

/** The id of a built-in template where templates are chosen by id. */
export const readyMadeId = (name: ReadyMade): string => `builtin:${name}`;

/** The built-in template with an id; undefined for any other id. */
export const readyMadeOf = (id: string): ReadyMade | undefined => READY_MADE.find((name) => readyMadeId(name) === id);

export const readyMadeTitle = (name: ReadyMade, t: Translator): string => t(`report.ready.${name}`);

export const readyMadeType = (name: ReadyMade): FileType => BUILDERS[name].fileType;

/** The file, built on each call: takes a few milliseconds. */
export const readyMadeFile = (name: ReadyMade, t: Translator): Promise<Buffer> => BUILDERS[name].build(t);
