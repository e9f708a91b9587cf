// The one error of plan rendering: which of the known problems a file has, and at which stage it showed.
import type { ImportProblem } from '@plumbline/core/features/imports/stages';

/** `inspecting` and `previewing` come before a page is brought in; the others are stages of a page's way. */
export type RenderStage = 'inspecting' | 'previewing' | 'pdfConversion' | 'thumbnailCreation' | 'tiling';

export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly problem: ImportProblem;
  readonly stage: RenderStage;
  /** The line of a written file at which the problem shows. */
  readonly line: number | undefined;

  constructor(
    problem: ImportProblem,
    stage: RenderStage,
    message: string = problem,
    { line, ...options }: ErrorOptions & { line?: number | undefined } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.stage = stage;
    this.line = line;
  }
}

/** Runs `work`; whatever it throws becomes a `RenderError` with this problem and stage, unless it is one already. */
export async function blaming<T>(problem: ImportProblem, stage: RenderStage, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asRenderError(error, problem, stage);
  }
}

/**
 * The error as a `RenderError`. An allocation that failed is told as `memory_limit`, and what the system refused (a full disk, a folder
 * that is gone) as `internal`, whatever was being done: neither is the file's fault.
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
