// What a browser reports about a program error, for the operator's log.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { instant, text } from '../../kernel/text.ts';

/** Maximum errors per call; also how many a browser keeps while offline. */
export const MAX_FAULTS = 50;

/** Maximum length of an error's message and stack, in UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 1_000;
export const MAX_STACK_LENGTH = 4_000;

export const fault = z.strictObject({
  name: text(100),
  message: text(MAX_MESSAGE_LENGTH),
  stack: text(MAX_STACK_LENGTH),
  /** Path of the page where it happened, without its query. */
  path: text(300),
  /** Version of the program in the browser. */
  version: text(40),
  at: instant,
});
export type FaultReport = z.infer<typeof fault>;

export const reportFaults = endpoint({
  name: 'reportFaults',
  summary: 'Reports errors of the web application to the operator',
  method: 'POST',
  path: '/api/faults',
  guard: { kind: 'public' },
  body: z.strictObject({ faults: z.array(fault).min(1).max(MAX_FAULTS) }),
  reply: z.void(),
  bodyLimit: 400_000,
  idempotencyKey: false,
});
