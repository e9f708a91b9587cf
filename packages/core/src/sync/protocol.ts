// The messages between devices and server. Devices that were offline for weeks still use them: fields may be added,
// never renamed. Fields of newer devices are ignored, because during an upgrade such a device may reach an older server:
// an added field must not change what the others mean.
import { z } from 'zod';
import { id } from '../kernel/text.ts';
import { ENTITY_NAMES } from '../site/entities.ts';

/** Maximum mutations per push. */
export const MAX_MUTATIONS = 500;
/** Maximum size of a push in bytes. */
export const MAX_PUSH = 2 * 1_048_576;
/** Maximum size in bytes of one mutation's input as JSON, so that a push of one mutation always fits. */
export const MAX_INPUT = 512 * 1_024;
/** Maximum rows per pull reply. */
const MAX_ROWS = 5_000;
export const ROWS = 2_000;

/**
 * One edit. `id` is random and chosen by the device: it identifies the edit under whatever number and device it is sent.
 * Older devices send none. `n` counts the device's edits from 1 without gaps; `at` is the device's clock. A skip states
 * that no number up to `n` will be used: discarded before it was sent, or no longer kept.
 */
export const sentMutation = z.union([
  z.object({ n: z.int().positive(), skip: z.literal(true) }),
  z.object({
    n: z.int().positive(),
    id: id.optional(),
    projectId: id,
    name: z.string().max(80),
    input: z.unknown(),
    at: z.string().max(40),
  }),
]);
export type SentMutation = z.infer<typeof sentMutation>;
export type SentEdit = Exclude<SentMutation, { skip: true }>;

/** The text whose SHA-256 identifies the content of an edit in the server's confirmation. */
export const confirmedText = ({
  id = null,
  projectId,
  name,
  at,
  input = null,
}: Omit<SentEdit, 'n' | 'id'> & { id?: string | null | undefined }): string =>
  JSON.stringify([id, projectId, name, at, input]);

/** The last edit of the device that the server has acknowledged. A server that does not know it has lost edits. */
export const receipt = z.object({ n: z.int().positive(), id });
export type Receipt = z.infer<typeof receipt>;

export const pushBody = z.object({
  deviceId: id,
  mutations: z.array(sentMutation).max(MAX_MUTATIONS),
  /**
   * The history epoch the device counts by. If the server's differs, nothing is applied and the reply only reports the
   * server's.
   */
  timeline: id.optional(),
  receipt: receipt.optional(),
});
export type PushBody = z.infer<typeof pushBody>;

/** The final outcome of a mutation. `rejected`: it had no effect, and its number is used up. */
export const outcome = z.strictObject({
  n: z.int().positive(),
  /** Of the edit; a device accepts no outcome without it. Absent for a skip, and for an edit sent without an id. */
  id: id.optional(),
  /** The server recorded the edit when edits had no ids: only its number identifies it. */
  older: z.literal(true).optional(),
  outcome: z.enum(['applied', 'rejected', 'skipped']),
  code: z.string().optional(),
  fields: z.array(z.strictObject({ path: z.string(), outcome: z.string() })).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** SHA-256 in hex of what the server received (`confirmedText`); only for edits with an id. */
  hash: z.string().optional(),
  /** The position in the project's log of the last change the edit made. */
  position: z.int().min(0).optional(),
});
export type MutationOutcome = z.infer<typeof outcome>;

/**
 * The server's records are not those the device knows: the server has lost some, or another device uses the same
 * identity. The device must take a new identity, send everything acknowledged again, and read everything again.
 */
const diverged = z.literal(true);

export const pushReply = z.strictObject({
  /** Identifies one history epoch; a different one means that the server was restored from a backup. */
  timeline: id,
  /** The last number of this device that the server has processed. */
  last: z.int().min(0),
  results: z.array(outcome),
  /** Project → position in its log that includes every applied mutation of this push. */
  heads: z.record(z.string(), z.int().min(0)),
  /**
   * Where the server stopped: a gap in the numbers, a file not uploaded yet, or a problem of its own. No number was
   * used up.
   */
  stopped: z.strictObject({ n: z.int(), code: z.enum(['gap', 'blob_missing', 'unavailable', 'internal']) }).optional(),
  diverged: diverged.optional(),
});
export type PushReply = z.infer<typeof pushReply>;

const wholeNumber = z.coerce.number().int().min(0);

export const pullQuery = z.object({
  projectId: id,
  /** The position in the project's log up to which the device has everything; 0 for the first load. */
  from: wholeNumber,
  /** The mark received with that position. A server that does not have that change has lost some. */
  mark: z.string().max(64).optional(),
  timeline: id.optional(),
  scope: z.string().max(64).optional(),
  /** The device and its receipt, so that lost edits are noticed even if the device sends none. */
  deviceId: id.optional(),
  receiptN: wholeNumber.optional(),
  receiptId: id.optional(),
  limit: wholeNumber.min(1).max(MAX_ROWS).default(ROWS),
  /** Requests the list of all ids still visible. */
  list: z.enum(['true', 'false']).default('false'),
  /** Requests the fingerprint of all visible ids, which members with partial visibility always get. */
  check: z.literal('true').optional(),
});
export type PullQuery = z.infer<typeof pullQuery>;

const entity = z.enum(ENTITY_NAMES);
/** Count and XOR of ids: shows whether two sets of ids are equal. */
export const print = z.strictObject({ count: z.int().min(0), xor: z.string() });

export const pullReply = z.strictObject({
  timeline: id,
  /** Identifies what the member may see. A different value means that everything must be read again. */
  scope: z.string(),
  from: z.int().min(0),
  to: z.int().min(0),
  /**
   * Identifies the last change of the log when it was read, and begins with its position: after a restore, that change is missing or another has its
   * position. Not the change at `to`: what a page lacks has a later position, and may get its old one back.
   */
  mark: z.string(),
  more: z.boolean(),
  /** Nothing was read: start again from 0, and drop what does not reappear. */
  reset: z.boolean(),
  /** Ordered by last change. The device stores them unchanged. */
  rows: z.array(z.strictObject({ entity, row: z.record(z.string(), z.unknown()) })),
  /** Rows that are no longer visible. */
  gone: z.array(z.strictObject({ entity, id })),
  /** At the end of a pull, if requested or if visibility is partial: the fingerprint of all visible ids of `PARTIAL_ENTITIES`. */
  print: print.nullable(),
  /** If requested, at the end of a pull: all visible ids of `PARTIAL_ENTITIES`. */
  keep: z.partialRecord(entity, z.array(id)).nullable(),
  diverged: diverged.optional(),
});
export type PullReply = z.infer<typeof pullReply>;

/** The entities of which a member may see only a part, and whose ids are compared. */
export const PARTIAL_ENTITIES = ['pin', 'task', 'post', 'comment'] as const;
export type PartialEntity = (typeof PARTIAL_ENTITIES)[number];

/** The fingerprint of a set of ids. */
export function printOf(ids: Iterable<string>): z.infer<typeof print> {
  let count = 0;
  let xor = 0n;
  for (const one of ids) {
    count += 1;
    xor ^= BigInt(`0x${one.replaceAll('-', '').slice(16)}`);
  }
  return { count, xor: xor.toString(16).padStart(16, '0') };
}
