// What a browser reports about a program error, for the operator's log.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant, text } from '../../kernel/text.ts';

/** Maximum errors per call; also how many a browser keeps while offline. */
export const MOST_FAULTS = 50;

/** Maximum length of an error's message and stack, in UTF-16 units. */
export const LONGEST_MESSAGE = 1_000;
export const LONGEST_STACK = 4_000;

export const fault = z.strictObject({
  name: text(100),
  message: text(LONGEST_MESSAGE),
  stack: text(LONGEST_STACK),
  /** Path of the page where it happened, without its query. */
  path: text(300),
  /** Version of the program in the browser. */
  version: text(40),
  at: instant,
});
export type FaultReport = z.infer<typeof fault>;

export const reportFaults = endpoint({
  name: 'reportFaults',
  summary: 'Tells the operator of faults of the program in a browser',
  method: 'POST',
  path: '/api/faults',
  guard: { kind: 'public' },
  body: z.strictObject({ faults: z.array(fault).min(1).max(MOST_FAULTS) }),
  reply: z.void(),
  bodyLimit: 400_000,
  idempotencyKey: false,
});
