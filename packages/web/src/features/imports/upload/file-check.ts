// Which files can become plans, checked before upload. The server inspects the content itself. Pure.
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';

export const DRAWING_FILES =
  '.pdf,.jpg,.jpeg,.png,.webp,.tif,.tiff,application/pdf,image/jpeg,image/png,image/webp,image/tiff';
export const PLAN_FILES = `${DRAWING_FILES},.ifc,.ifczip`;
export const MODEL_FILES = ['.ifc', '.ifczip'];

/** By file name, because models have their own progress texts. */
export const isModelFile = ({ name }: { name: string }): boolean => /\.ifc(?:zip)?$/iu.test(name);

const PLANS = /\.(?:pdf|jpe?g|png|webp|tiff?|ifc|ifczip)$/iu;
/** File types often mistaken for plans, each with advice on what to do instead. */
const OTHERS = [
  [/\.(?:dwg|dxf|dgn|rvt|pln|skp|vwx|3dm|nwd|nwc)$/iu, 'import.cadFile'],
  [/\.(?:zip|7z|rar|tar|gz|tgz)$/iu, 'import.archiveFile'],
  [/\.(?:heic|heif)$/iu, 'import.heicFile'],
  [/\.(?:bcf|bcfzip)$/iu, 'import.issuesFile'],
] as const;

export type FileProblem = 'import.tooLarge' | 'import.wrongFile' | 'import.emptyFile' | (typeof OTHERS)[number][1];

/** Why a file cannot be a plan; undefined when it can. */
export function fileProblem(file: { name: string; size: number }): FileProblem | undefined {
  if (!PLANS.test(file.name)) return OTHERS.find(([kind]) => kind.test(file.name))?.[1] ?? 'import.wrongFile';
  if (file.size === 0) return 'import.emptyFile';
  return file.size > UPLOAD_LIMITS.plan ? 'import.tooLarge' : undefined;
}
