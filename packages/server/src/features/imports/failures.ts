// What the failure of a step of an import means: whether another try may help, what the user is told, and at which stage it showed.
import { type ImportProblem, type ImportStage, MAX_TRIES } from '@plumbline/core/features/imports/stages';
import { AppError } from '@plumbline/core/kernel/errors';
import type { JobContext } from '../../platform/queue/queue.ts';
import { RenderError } from '../../rendering/render-error.ts';

/** A failure that another try would not change. */
export class FinalError extends RenderError {
  constructor({ problem, stage, message, line }: RenderError) {
    super(problem, stage, message, { line });
  }
}

/** The organisation has all the plans its licence allows. */
const isFull = (error: unknown): boolean => error instanceof AppError && error.code === 'plan_limit';

export function problemOf(error: unknown): ImportProblem {
  if (isFull(error)) return 'plan_limit';
  return error instanceof RenderError ? error.problem : 'internal';
}

/** A damaged file stays damaged, and nobody makes room within seconds; anything else may have been bad luck. */
export const isFinal = (error: unknown, { attempt }: JobContext): boolean =>
  isFull(error) ||
  error instanceof FinalError ||
  (error instanceof RenderError && error.problem !== 'timeout' && error.problem !== 'memory_limit') ||
  attempt >= MAX_TRIES;

/** Throws where every try has ended with its worker. */
export function demandTry({ attempt }: JobContext): void {
  if (attempt > MAX_TRIES) throw new Error('the worker died at each try');
}

const STAGES: Partial<Record<RenderError['stage'], true>> = {
  pdfConversion: true,
  thumbnailCreation: true,
  tiling: true,
};

/** The stage of the way at which a file's fault showed; undefined before the first of them. */
export const stageOf = (error: unknown): ImportStage | undefined =>
  error instanceof RenderError && error.stage in STAGES ? (error.stage as ImportStage) : undefined;
