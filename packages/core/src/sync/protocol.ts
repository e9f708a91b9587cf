// What devices and server say to each other. Devices that slept for weeks still speak it: fields may be added, never renamed.
import { z } from 'zod';
import { id } from '../kernel/text.ts';
import { ENTITY_NAMES } from '../site/entities.ts';

/** Mutations of one push. */
export const MAX_MUTATIONS = 500;
/** Bytes of one push. */
export const MAX_PUSH = 2 * 1_048_576;
/** Bytes of one mutation's input as JSON; so that a push of one always fits. */
export const MAX_INPUT = 512 * 1_024;
/** Rows of one pull answer. */
const MAX_ROWS = 5_000;
export const ROWS = 2_000;

/**
 * One edit. `n` counts the device's edits from 1 without gaps; `at` is the device's clock, shown and never judged by.
 * A skip says that nothing is to come under any number up to `n`: discarded before it was sent, or no longer kept.
 */
export const sentMutation = z.union([
  z.strictObject({
    n: z.int().positive(),
    projectId: id,
    name: z.string().max(80),
    input: z.unknown(),
    at: z.string().max(40),
  }),
  z.strictObject({ n: z.int().positive(), skip: z.literal(true) }),
]);
export type SentMutation = z.infer<typeof sentMutation>;

export const pushBody = z.strictObject({
  deviceId: id,
  mutations: z.array(sentMutation).max(MAX_MUTATIONS),
  /** The history the device counts by. Where the server's is another one nothing is applied: the answer only tells. */
  timeline: id.optional(),
});
export type PushBody = z.infer<typeof pushBody>;

/** What became of a mutation for good. `rejected`: its effects are not there, its number is used up. */
export const outcome = z.strictObject({
  n: z.int().positive(),
  outcome: z.enum(['applied', 'rejected', 'skipped']),
  code: z.string().optional(),
  fields: z.array(z.strictObject({ path: z.string(), outcome: z.string() })).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type MutationOutcome = z.infer<typeof outcome>;

export const pushReply = z.strictObject({
  /** Names one line of history; another one means that the server was restored from a backup. */
  timeline: id,
  /** The last number of this device that the server has dealt with. */
  last: z.int().min(0),
  results: z.array(outcome),
  /** Project → place in its log that holds every applied mutation of this push. */
  heads: z.record(z.string(), z.int().min(0)),
  /** Where the server stopped: a gap in the numbers, a file that is not there yet, or trouble of its own. Nothing was used up. */
  stopped: z.strictObject({ n: z.int(), code: z.enum(['gap', 'blob_missing', 'unavailable', 'internal']) }).optional(),
});
export type PushReply = z.infer<typeof pushReply>;

const wholeNumber = z.coerce.number().int().min(0);

export const pullQuery = z.strictObject({
  projectId: id,
  /** The place in the project's log up to which the device has everything; 0 for the first load. */
  from: wholeNumber,
  timeline: id.optional(),
  scope: z.string().max(64).optional(),
  limit: wholeNumber.min(1).max(MAX_ROWS).default(ROWS),
  /** Asks for the list of all ids still visible. */
  list: z.enum(['true', 'false']).default('false'),
});
export type PullQuery = z.infer<typeof pullQuery>;

const entity = z.enum(ENTITY_NAMES);
/** Number of ids and their exclusive-or: tells whether two sets of ids are the same. */
export const print = z.strictObject({ count: z.int().min(0), xor: z.string() });

export const pullReply = z.strictObject({
  timeline: id,
  /** What the member may see, in short. Another one means that everything must be read again. */
  scope: z.string(),
  from: z.int().min(0),
  to: z.int().min(0),
  more: z.boolean(),
  /** Nothing was read: begin again from 0, and drop what does not come again. */
  reset: z.boolean(),
  /** In the order of their last change. The device keeps them as they are. */
  rows: z.array(z.strictObject({ entity, row: z.record(z.string(), z.unknown()) })),
  /** Rows that are no longer to be seen. */
  gone: z.array(z.strictObject({ entity, id })),
  /** For who sees a part only, at the end of a pull: the print of all visible ids of `KEPT`. */
  print: print.nullable(),
  /** Where it was asked for, at the end of a pull: all visible ids of `KEPT`. */
  keep: z.partialRecord(entity, z.array(id)).nullable(),
});
export type PullReply = z.infer<typeof pullReply>;

/** The entities of which a member may see a part only. */
export const KEPT = ['pin', 'task', 'post', 'comment'] as const;
export type Kept = (typeof KEPT)[number];

/** The print of a set of ids. */
export function printOf(ids: Iterable<string>): z.infer<typeof print> {
  let count = 0;
  let xor = 0n;
  for (const one of ids) {
    count += 1;
    xor ^= BigInt(`0x${one.replaceAll('-', '').slice(16)}`);
  }
  return { count, xor: xor.toString(16).padStart(16, '0') };
}
