// Finds the template with an id: a built-in one, or one the project has uploaded.
import type { Template } from '@plumbline/core/features/reports/contract';
import { DEFAULT_REPORT_OPTIONS, type ReportOptions } from '@plumbline/core/features/reports/options';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import type { Translator } from '@plumbline/locales/translate';
import type { Services } from '../../../platform/services.ts';
import { withoutRepeats } from '../content/without-repeats.ts';
import { type Caller, ownTemplate } from '../store.ts';
import type { Layout } from './layouts/document.ts';
import {
  BUILT_IN_TEMPLATES,
  type BuiltInTemplate,
  builtInFile,
  builtInId,
  builtInLayout,
  builtInTemplateOf,
  builtInTitle,
  builtInType,
} from './ready-made.ts';

export type ChosenTemplate = {
  title: string;
  fileType: Template['fileType'];
  problems: Template['problems'];
  bytes: () => Promise<Buffer>;
  /** The data as this template shows it. */
  shown: (data: ReportData) => ReportData;
  /** Of the built-in Word templates, whose PDF is written directly. */
  layout?: Layout | undefined;
};

export const unchanged = (data: ReportData): ReportData => data;

/** Undefined if the project has no such template. */
export async function chooseTemplate(
  services: Services,
  caller: Caller,
  id: string,
  t: Translator,
  options: ReportOptions = DEFAULT_REPORT_OPTIONS,
): Promise<ChosenTemplate | undefined> {
  const ready = builtInTemplateOf(id);
  if (ready) {
    const created = {
      title: builtInTitle(ready, t),
      fileType: builtInType(ready),
      problems: [],
      shown: withoutRepeats,
    };
    return { ...created, bytes: () => builtInFile(ready, t, options), layout: builtInLayout(ready, t, options) };
  }
  const own = await ownTemplate(services, caller, id);
  return (
    own && {
      title: own.title,
      fileType: own.fileType,
      problems: own.problems,
      shown: unchanged,
      bytes: () => readEntireFile(services, own.key),
    }
  );
}

export async function readEntireFile({ files }: Services, key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(key)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The built-in templates as list entries. */
export const builtInTemplates = (t: Translator): Template[] =>
  BUILT_IN_TEMPLATES.map((name: BuiltInTemplate) => ({
    id: builtInId(name),
    title: builtInTitle(name, t),
    fileName: `${builtInTitle(name, t)}.${builtInType(name)}`,
    fileType: builtInType(name),
    builtin: true,
    active: true,
    problems: [],
  }));
