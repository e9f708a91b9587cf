// Which files can become plans, told before a byte is sent. The server looks into the file itself. Pure.
import { UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';

export const PLAN_FILES = '.pdf,.jpg,.jpeg,.png,.webp,.ifc,.ifczip,application/pdf,image/jpeg,image/png,image/webp';
export const MODEL_FILES = ['.ifc', '.ifczip'];

/** By its name: the words while it is read are others. */
export const isModelFile = ({ name }: { name: string }): boolean => /\.ifc(?:zip)?$/iu.test(name);

export type FileProblem = 'import.tooLarge' | 'import.wrongFile' | 'import.emptyFile';

/** Why a file cannot be a plan, or undefined. */
export function fileProblem(file: { name: string; size: number }): FileProblem | undefined {
  if (!/\.(?:pdf|jpe?g|png|webp|ifc|ifczip)$/iu.test(file.name)) return 'import.wrongFile';
  if (file.size === 0) return 'import.emptyFile';
  return file.size > UPLOAD_LIMITS.plan ? 'import.tooLarge' : undefined;
}
