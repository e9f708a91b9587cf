// Which files can become plans, checked before upload. The server inspects the content itself. Pure.
import {
  DRAWING_TYPES,
  MODEL_TYPE,
  PLAN_TYPES,
  type PlanFileType,
  typeNames,
} from '@plumbline/core/features/imports/file-types';
import type { Translator } from '@plumbline/locales/translate';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';

const extensionsOf = (types: readonly PlanFileType[]): string[] =>
  types.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));

export const DRAWING_FILES: readonly string[] = [
  ...extensionsOf(DRAWING_TYPES),
  ...DRAWING_TYPES.flatMap(({ mimes }) => mimes),
];
export const MODEL_FILES: readonly string[] = extensionsOf([MODEL_TYPE]);
export const PLAN_FILES: readonly string[] = [...DRAWING_FILES, ...MODEL_FILES];

const isOf = (types: readonly PlanFileType[], { name }: { name: string }): boolean =>
  extensionsOf(types).some((extension) => name.toLowerCase().endsWith(extension));

/** By file name, because models have their own progress texts. */
export const isModelFile = (file: { name: string }): boolean => isOf([MODEL_TYPE], file);

/** File types often mistaken for plans, each with advice on what to do instead. */
const OTHERS = [
  [/\.(?:dwg|dxf|dgn|rvt|pln|skp|vwx|3dm|nwd|nwc)$/iu, 'import.cadFile'],
  [/\.(?:zip|7z|rar|tar|gz|tgz)$/iu, 'import.archiveFile'],
  [/\.(?:bcf|bcfzip)$/iu, 'import.issuesFile'],
  [/\.(?:ifcxml|ifcx|ifcjson)$/iu, 'import.otherIfcFile'],
] as const;

export type FileProblem = 'import.tooLarge' | 'import.wrongFile' | 'import.emptyFile' | (typeof OTHERS)[number][1];

/** Why a file cannot be a plan; undefined when it can. */
export function fileProblem(file: { name: string; size: number }): FileProblem | undefined {
  if (!isOf(PLAN_TYPES, file)) return OTHERS.find(([kind]) => kind.test(file.name))?.[1] ?? 'import.wrongFile';
  if (file.size === 0) return 'import.emptyFile';
  return file.size > UPLOAD_LIMITS.plan ? 'import.tooLarge' : undefined;
}

/** Says to the user why the file was not accepted. */
export const problemText = (t: Translator, problem: FileProblem, { name }: { name: string }): string =>
  t(problem, { name, limit: t.bytes(UPLOAD_LIMITS.plan), types: typeNames(PLAN_TYPES) });
