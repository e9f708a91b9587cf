// The error of plan rendering: which known problem a file has, and at which stage it was found.
import type { ImportProblem } from '@plumbline/core/features/imports/stages';

/** `inspecting` and `previewing` come before a page is imported; the others are the stages of its import. */
export type RenderStage = 'inspecting' | 'previewing' | 'pdfConversion' | 'thumbnailCreation' | 'tiling';

type RenderErrorOptions = ErrorOptions & { line?: number | undefined; isPermanent?: boolean | undefined };

export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly problem: ImportProblem;
  readonly stage: RenderStage;
  /** The line of a text file at which the problem was found. */
  readonly line: number | undefined;
  /** Another attempt would end the same, although its problem may also come from a busy or a full server. */
  readonly isPermanent: boolean;

  constructor(
    problem: ImportProblem,
    stage: RenderStage,
    message: string = problem,
    { line, isPermanent = false, ...options }: RenderErrorOptions = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.stage = stage;
    this.line = line;
    this.isPermanent = isPermanent;
  }
}

/** The same error, for a problem of which it is known that another attempt would end the same. */
export const asPermanent = (error: RenderError): RenderError =>
  new RenderError(error.problem, error.stage, error.message, { cause: error, line: error.line, isPermanent: true });

/** Runs `work` and converts any error to a `RenderError` with this problem and stage, unless it is one already. */
export async function withProblem<T>(
  problem: ImportProblem,
  stage: RenderStage,
  work: () => Promise<T> | T,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asRenderError(error, problem, stage);
  }
}

/**
 * Converts an error to a `RenderError`. A failed allocation becomes `memory_limit`, and an error of the system (full
 * disk, missing folder) becomes `internal`, whatever the operation: neither is the file's fault.
 */
export function asRenderError(error: unknown, problem: ImportProblem, stage: RenderStage): RenderError {
  if (error instanceof RenderError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new RenderError(causeOf(error, message) ?? problem, stage, message, { cause: error });
}

function causeOf(error: unknown, message: string): ImportProblem | null {
  if (error instanceof Error && 'syscall' in error) return 'internal';
  if (/no space left|write failed|unable to (write|open)/i.test(message)) return 'internal';
  return /out of memory|array buffer allocation|aborted\(oom/i.test(message) ? 'memory_limit' : null;
}
