// The server side of the protocol, for any store: the store as it needs it, and how a push is applied.
import { AppError, ERRORS } from '../kernel/errors.ts';
import type { Actor, SiteReader } from '../site/actor.ts';
import type { Entity, Rows, SiteTx } from '../site/entities.ts';
import type {
  MutationOutcome,
  PartialEntity,
  PullReply,
  PushBody,
  PushReply,
  Receipt,
  SentEdit,
  SentMutation,
} from './protocol.ts';
import { confirmedText } from './protocol.ts';
import { runAction } from './registry.ts';

/** `licensed` false: the user has no valid licence and keeps only the permissions that need none. */
export type Caller = { organisationId: string; userId: string; licensed?: boolean };

/** The cause of a change, recorded with it in the audit log. */
export type Cause = { action: string; userId: string | null; device?: { id: string; n: number } };

/** A project locked for writing: nothing else changes it until the transaction ends. */
export interface SiteWrite {
  readonly tx: SiteTx;
  /** Whether every blob newly named by the buffered rows is complete and belongs to the user. */
  blobsThere(userId: string): Promise<boolean>;
  /** Writes the buffered rows with their positions and audit entries. Returns the project's head. */
  flush(): Promise<number>;
}

/** What a number of a device was used for. `editId` is null for skips and for edits sent without an id. */
export type RecordedMutation = {
  outcome: MutationOutcome;
  editId: string | null;
  projectId: string | null;
  name: string;
  /** The device's time when the edit was made. */
  at: string;
};

/** One write transaction. Everything is committed when the function returns, nothing if it throws. */
export interface WriteTx {
  timeline(): Promise<string>;
  /**
   * Locks the device's row until the end of the transaction, creating it on first use. Undefined if it belongs to
   * another user. `known`, read under the lock: the outcome of the edit, whichever device sent it first.
   */
  device(deviceId: string, editId?: string): Promise<{ last: number; known?: MutationOutcome } | undefined>;
  recorded(deviceId: string, n: number): Promise<RecordedMutation | undefined>;
  /** SHA-256 in hex of the text. */
  hash(text: string): string;
  /**
   * Records the outcome of a mutation and advances the device's last number to it. `repeated`: the edit already has a
   * record under another number or device.
   */
  record(deviceId: string, mutation: SentMutation, outcome: MutationOutcome, repeated: boolean): Promise<void>;
  /** Locks the project. Undefined if it does not exist. */
  site(projectId: string, cause: Cause): Promise<SiteWrite | undefined>;
  head(projectId: string): Promise<number>;
}

export type PageRow = { [E in Entity]: { entity: E; row: Rows[E] } }[Entity];

/** One read transaction on one project: everything in it is from the same snapshot. */
export interface ReadTx {
  timeline(): Promise<string>;
  /** The project for `loadActor`; undefined if it does not exist. */
  site(projectId: string): Promise<SiteReader | undefined>;
  head(projectId: string): Promise<number>;
  /** The position of the last change up to this one, and what identifies that change; empty if there is none. */
  mark(projectId: string, position: number): Promise<string>;
  /** Whether the number of the device was used for this edit. */
  holds(deviceId: string, receipt: Receipt): Promise<boolean>;
  /** Visible rows with a position above `from`, by position, at most `limit`; `to` is the position of the last one. */
  page(projectId: string, actor: Actor, from: number, limit: number): Promise<{ rows: PageRow[]; to: number }>;
  /** Rows that were visible to all and stopped being so after `from`, up to `to`. */
  gone(projectId: string, actor: Actor, from: number, to: number): Promise<PullReply['gone']>;
  print(projectId: string, actor: Actor): Promise<NonNullable<PullReply['print']>>;
  visible(projectId: string, actor: Actor): Promise<Record<PartialEntity, string[]>>;
}

export interface ServerStore {
  write<T>(caller: Caller, fn: (tx: WriteTx) => Promise<T>): Promise<T>;
  read<T>(caller: Caller, fn: (tx: ReadTx) => Promise<T>): Promise<T>;
}

type Stop = NonNullable<PushReply['stopped']>['code'];

/** Refusals that say nothing about the mutation itself: it is sent again. */
function stopOf(error: unknown): Stop | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'blob_missing' || error.code === 'internal') return error.code;
  return ERRORS[error.code].retry ? 'unavailable' : undefined;
}

function rejection({ code, details }: AppError): Omit<MutationOutcome, 'n'> {
  const { fields, params } = details;
  return { outcome: 'rejected', code, ...(fields && { fields }), ...(params && { params }) };
}

class Stopped extends Error {
  readonly code: Stop;
  constructor(code: Stop) {
    super(code);
    this.code = code;
  }
}

type Applied = {
  timeline: string;
  last: number;
  result?: MutationOutcome;
  head?: number;
  stopped?: Stop;
  /** The device counts by another epoch: it must learn of it before anything is applied. */
  strange?: true;
  diverged?: true;
};

/** Texts of clients, without what databases cannot store. */
export const storable = (value: string): string => value.replaceAll('\u0000', '').toWellFormed();

function isSameEdit(known: RecordedMutation, edit: SentEdit): boolean {
  if (known.editId !== null && edit.id !== undefined) return known.editId === edit.id;
  // Recorded or sent by a version without ids.
  return known.projectId === edit.projectId && known.name === storable(edit.name) && known.at === storable(edit.at);
}

/** Whether the server still has the last edit it acknowledged to the device. */
async function holds(tx: WriteTx, { deviceId, receipt }: PushBody): Promise<boolean> {
  if (!receipt) return true;
  const known = await tx.recorded(deviceId, receipt.n);
  return known?.editId === receipt.id;
}

/** The outcome of a number the device has already used; undefined if it was used for something else. */
async function settled(tx: WriteTx, deviceId: string, mutation: SentMutation) {
  if ('skip' in mutation) return { result: { n: mutation.n, outcome: 'skipped' as const } };
  const known = await tx.recorded(deviceId, mutation.n);
  if (!known || !isSameEdit(known, mutation)) return undefined;
  const { editId, outcome } = known;
  return answered(tx, mutation, editId === null && mutation.id !== undefined ? { ...outcome, older: true } : outcome);
}

/** The outcome of an edit that was processed before, under the number it has now. */
async function answered(tx: WriteTx, { n, id, projectId }: SentEdit, known: MutationOutcome) {
  const result: MutationOutcome = { ...known, n, ...(id !== undefined && { id }) };
  return known.outcome === 'rejected' ? { result } : { result, head: await tx.head(projectId) };
}

async function effect(tx: WriteTx, caller: Caller, body: PushBody, mutation: SentMutation): Promise<Applied> {
  const { deviceId } = body;
  const id = 'skip' in mutation ? undefined : mutation.id;
  const [timeline, device] = await Promise.all([tx.timeline(), tx.device(deviceId, id)]);
  if (!device) throw new AppError('forbidden');
  const { last, known: before } = device;
  if (body.timeline !== undefined && body.timeline !== timeline) return { timeline, last, strange: true };
  if (mutation === body.mutations[0] && !(await holds(tx, body))) return { timeline, last, diverged: true };
  const { n } = mutation;
  if (n <= last) {
    const known = await settled(tx, deviceId, mutation);
    return known ? { timeline, last, ...known } : { timeline, last, diverged: true };
  }
  if ('skip' in mutation) {
    const result: MutationOutcome = { n, outcome: 'skipped' };
    await tx.record(deviceId, mutation, result, false);
    return { timeline, last: n, result };
  }
  if (n > last + 1) return { timeline, last, stopped: 'gap' };
  if (before) {
    const known = await answered(tx, mutation, before);
    await tx.record(deviceId, mutation, known.result, true);
    return { timeline, last: n, ...known };
  }
  let result: MutationOutcome = {
    n,
    ...(id !== undefined && { id, hash: tx.hash(confirmedText(mutation)) }),
    outcome: 'applied',
  };
  let head: number | undefined;
  try {
    const cause = { action: mutation.name, userId: caller.userId, device: { id: deviceId, n } };
    const site = await tx.site(mutation.projectId, cause);
    if (!site) throw new AppError('not_entitled');
    // Permissions are read under the project's lock, so they are valid at the log position of the change.
    await runAction(site.tx, caller.userId, mutation.name, mutation.input, caller.licensed);
    if (!(await site.blobsThere(caller.userId))) throw new AppError('blob_missing');
    head = await site.flush();
    if (id !== undefined) result = { ...result, position: head };
  } catch (error) {
    const stop = stopOf(error);
    if (stop) throw new Stopped(stop);
    if (!(error instanceof AppError)) throw error;
    // Nothing of a refused action has been written yet: its rows were only buffered.
    result = { ...result, ...rejection(error) };
  }
  await tx.record(deviceId, mutation, result, false);
  return { timeline, last: n, result, ...(head !== undefined && { head }) };
}

export type Reporter = (error: unknown, mutation: SentMutation) => void;
/** Announces that a project has changes up to `head`; called after they are committed. */
export type Announce = (projectId: string, head: number) => void;

/**
 * Applies a push: each mutation in its own transaction, together with its record. Stops at the first that cannot be
 * processed now. `refusalOf` extracts the refusal from any error a store throws. Throws `forbidden` for another user's
 * device.
 */
export async function applyPush(
  store: ServerStore,
  caller: Caller,
  body: PushBody,
  tools: { refusalOf: (error: unknown) => AppError | undefined; report: Reporter; announce: Announce },
): Promise<PushReply> {
  const { mutations } = body;
  let reply: PushReply | undefined;
  for (const mutation of mutations) {
    let stopped: Stop | undefined;
    try {
      const done = await store.write(caller, (tx) => effect(tx, caller, body, mutation));
      reply ??= { timeline: done.timeline, last: done.last, results: [], heads: {} };
      // The server was restored during the push: what was applied before is no longer certain.
      if (done.timeline !== reply.timeline) throw new AppError('unavailable');
      if (done.strange) return reply;
      if (done.diverged) return isOlder(body) ? renaming(reply) : { ...reply, diverged: true };
      reply.last = done.last;
      if (done.result) reply.results.push(done.result);
      if ('projectId' in mutation && done.head !== undefined) {
        reply.heads[mutation.projectId] = done.head;
        tools.announce(mutation.projectId, done.head);
      }
      stopped = done.stopped;
    } catch (error) {
      stopped = error instanceof Stopped ? error.code : stopFor(error, mutation, tools);
    }
    if (stopped) {
      reply ??= await handshake(store, caller, body);
      return { ...reply, stopped: { n: mutation.n, code: stopped } };
    }
  }
  return reply ?? handshake(store, caller, body);
}

/** Whether the device sends no ids, as older versions do. */
const isOlder = ({ mutations }: PushBody): boolean =>
  mutations.some((mutation) => !('skip' in mutation) && mutation.id === undefined);

/**
 * Makes a device of an older version continue under a new name, which it does when the server knows numbers that it has
 * not used. It then sends again everything without an outcome, so outcomes are delivered in a reply of their own first.
 */
function renaming(reply: PushReply): PushReply {
  return { ...reply, last: reply.results.at(-1)?.n ?? Number.MAX_SAFE_INTEGER };
}

function stopFor(
  error: unknown,
  mutation: SentMutation,
  tools: { refusalOf: (error: unknown) => AppError | undefined; report: Reporter },
): Stop {
  const refusal = tools.refusalOf(error);
  if (refusal?.code === 'forbidden') throw refusal;
  if (refusal && ERRORS[refusal.code].retry && refusal.code !== 'internal') return 'unavailable';
  tools.report(error, mutation);
  return 'internal';
}

function handshake(store: ServerStore, caller: Caller, body: PushBody): Promise<PushReply> {
  return store.write(caller, async (tx) => {
    const timeline = await tx.timeline();
    const device = await tx.device(body.deviceId);
    if (!device) throw new AppError('forbidden');
    const reply = { timeline, last: device.last, results: [], heads: {} };
    return (await holds(tx, body)) ? reply : { ...reply, diverged: true };
  });
}
