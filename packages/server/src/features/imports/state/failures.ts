// Classifies failures of import steps: whether to retry, what the user sees, and at which stage the failure
// occurred.
import { type ImportProblem, type ImportStage, MAX_ATTEMPTS } from '@plumbline/core/features/imports/stages';
import { AppError } from '@plumbline/core/kernel/errors';
import type { JobContext } from '../../../platform/queue/queue.ts';
import { RenderError } from '../../../rendering/render-error.ts';

/** The organisation has reached the plan limit of its licence, or the person may not manage plans any more. */
const refusalOf = (error: unknown) =>
  error instanceof AppError && (error.code === 'plan_limit' || error.code === 'forbidden') ? error.code : undefined;

export function problemOf(error: unknown): ImportProblem {
  return refusalOf(error) ?? (error instanceof RenderError ? error.problem : 'internal');
}

/** A damaged file stays damaged, and a refusal does not clear within seconds; other failures may be transient. */
export const isFinal = (error: unknown, { attempt }: JobContext): boolean =>
  refusalOf(error) !== undefined ||
  (error instanceof RenderError &&
    (error.isPermanent || (error.problem !== 'timeout' && error.problem !== 'memory_limit'))) ||
  attempt >= MAX_ATTEMPTS;

/** Throws if the worker died in every attempt. */
export function requireAttemptsLeft({ attempt }: JobContext): void {
  if (attempt > MAX_ATTEMPTS) throw new Error('the worker died on every attempt');
}

const STAGES: Partial<Record<RenderError['stage'], true>> = {
  pdfConversion: true,
  thumbnailCreation: true,
  tiling: true,
};

/** The import stage at which a file's problem occurred; undefined before the first one. */
export const stageOf = (error: unknown): ImportStage | undefined =>
  error instanceof RenderError && error.stage in STAGES ? (error.stage as ImportStage) : undefined;
