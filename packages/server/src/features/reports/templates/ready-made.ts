// The templates that come with the program, in the words of any language it speaks.
import type { Translator } from '@plumbline/locales/translate';
import { defectList } from './defect-list.ts';
import { pinSheets } from './pin-sheets.ts';
import { siteReport } from './site-report.ts';

const BUILDERS = { siteReport, defectList, pinSheets } as const;

export type ReadyMade = keyof typeof BUILDERS;
export const READY_MADE = Object.keys(BUILDERS) as ReadyMade[];

/** How a ready-made template is named where templates are chosen by id. */
export const readyMadeId = (name: ReadyMade): string => `builtin:${name}`;

/** The ready-made template behind an id; undefined for any other id. */
export const readyMadeOf = (id: string): ReadyMade | undefined => READY_MADE.find((name) => readyMadeId(name) === id);

export const readyMadeTitle = (name: ReadyMade, t: Translator): string => t(`report.ready.${name}`);

/** The Word file, made anew each time: a few milliseconds. */
export const readyMadeFile = (name: ReadyMade, t: Translator): Promise<Buffer> => BUILDERS[name](t);
