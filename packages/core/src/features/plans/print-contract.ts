// A plan as a PDF with its pins and markup: requested, rendered by a worker, downloaded by a link, kept for a day.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { pinFilter } from '../../site/values/pin-filter.ts';

export const PRINT_STATES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const;
/** Why a print failed. `no_file`: the plan has no sheet yet. */
export const PRINT_PROBLEMS = ['no_file', 'file_damaged', 'too_large', 'internal'] as const;
export type PrintProblem = (typeof PRINT_PROBLEMS)[number];

/** Maximum pins per print. */
export const MAX_PRINTED_PINS = 10_000;

/** What to draw onto the plan. */
export const printOptions = z.strictObject({
  /** Which pins; null for none. Pins hidden from the caller are never included. */
  filter: pinFilter.nullable(),
  /** Include markup and measurements. */
  markups: z.boolean(),
  /** Append pages with a list of the pins. */
  list: z.boolean(),
  /** Print a code that leads to the state of the revision: current or not. */
  code: z.boolean().default(true),
  /** The language of its texts. */
  language: line(5, 2),
});
export type PrintOptions = z.infer<typeof printOptions>;

export const planPrint = z.strictObject({
  id,
  planId: id,
  state: z.enum(PRINT_STATES),
  percent: z.int().min(0).max(100),
  problem: z.enum(PRINT_PROBLEMS).nullable(),
  fileName: z.string(),
  fileSize: z.int().nullable(),
  /** Valid for minutes without a token; null until it is done. */
  url: z.string().nullable(),
  createdAt: instant,
});
export type PlanPrint = z.infer<typeof planPrint>;

const guard = { kind: 'project', needs: 'plan.view' } as const;
const onePrint = z.strictObject({ projectId: id, printId: id });

export const createPlanPrint = endpoint({
  name: 'createPlanPrint',
  summary: 'Creates a PDF of the current revision of a plan with the pins and markups that the caller may see',
  method: 'POST',
  path: '/api/plans-api/projects/:projectId/plans/:planId/prints',
  guard,
  params: z.strictObject({ projectId: id, planId: id }),
  body: z.strictObject({ id, ...printOptions.shape }),
  reply: planPrint,
  // The print's own id makes the call repeatable.
  idempotencyKey: false,
});

export const getPlanPrint = endpoint({
  name: 'getPlanPrint',
  summary: "Gets the state of one of the caller's prints and its download link",
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/prints/:printId',
  guard,
  params: onePrint,
  reply: planPrint,
});

export const cancelPlanPrint = endpoint({
  name: 'cancelPlanPrint',
  summary: "Cancels one of the caller's pending or running prints",
  method: 'POST',
  path: '/api/plans-api/projects/:projectId/prints/:printId/cancel',
  guard,
  params: onePrint,
  reply: planPrint,
});
