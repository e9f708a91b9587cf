// The server side of the protocol, for any store: applies pushes and answers pulls.
import { AppError, ERRORS } from '../kernel/errors.ts';
import { type Actor, loadActor, type SiteReader } from '../site/actor.ts';
import type { Entity, Rows, SiteTx } from '../site/entities.ts';
import type { Kept, MutationOutcome, PullQuery, PullReply, PushBody, PushReply, SentMutation } from './protocol.ts';
import { runAction } from './registry.ts';
import { scopeName, seesAll } from './scope.ts';

/** `licensed` false: the user has no valid licence and keeps only the permissions that need none. */
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

/** One write transaction. Everything lands when the function returns, nothing if it throws. */
export interface WriteTx {
  timeline(): Promise<string>;
  /**
   * Locks the device's row until the end of the transaction, creating it on first use. Undefined if it belongs to
   * another user.
   */
  device(deviceId: string): Promise<{ last: number } | undefined>;
  recorded(deviceId: string, n: number): Promise<MutationOutcome | undefined>;
  /** Records the outcome of a mutation and advances the device's last number to it. */
  record(deviceId: string, mutation: SentMutation, outcome: MutationOutcome): Promise<void>;
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
  /** Visible rows with a position above `from`, by position, at most `limit`; `to` is the position of the last one. */
  page(projectId: string, actor: Actor, from: number, limit: number): Promise<{ rows: PageRow[]; to: number }>;
  /** Rows that were visible to all and stopped being so after `from`, up to `to`. */
  gone(projectId: string, actor: Actor, from: number, to: number): Promise<PullReply['gone']>;
  print(projectId: string, actor: Actor): Promise<NonNullable<PullReply['print']>>;
  visible(projectId: string, actor: Actor): Promise<Record<Kept, string[]>>;
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

function rejection(n: number, { code, details }: AppError): MutationOutcome {
  const { fields, params } = details;
  return { n, outcome: 'rejected', code, ...(fields && { fields }), ...(params && { params }) };
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
  /** The device counts by another history: it must learn of it before anything is applied. */
  strange?: true;
};

async function effect(tx: WriteTx, caller: Caller, body: PushBody, mutation: SentMutation): Promise<Applied> {
  const { deviceId } = body;
  const timeline = await tx.timeline();
  const device = await tx.device(deviceId);
  if (!device) throw new AppError('forbidden');
  if (body.timeline !== undefined && body.timeline !== timeline) return { timeline, last: device.last, strange: true };
  const { n } = mutation;
  if (n <= device.last) {
    const known = await tx.recorded(deviceId, n);
    const head =
      'projectId' in mutation && known?.outcome !== 'rejected' ? await tx.head(mutation.projectId) : undefined;
    const result = known ?? { n, outcome: 'skip' in mutation ? ('skipped' as const) : ('applied' as const) };
    return { timeline, last: device.last, result, ...(head !== undefined && { head }) };
  }
  if ('skip' in mutation) {
    const result: MutationOutcome = { n, outcome: 'skipped' };
    await tx.record(deviceId, mutation, result);
    return { timeline, last: n, result };
  }
  if (n > device.last + 1) return { timeline, last: device.last, stopped: 'gap' };
  let result: MutationOutcome = { n, outcome: 'applied' };
  let head: number | undefined;
  try {
    const cause = { action: mutation.name, userId: caller.userId, device: { id: deviceId, n } };
    const site = await tx.site(mutation.projectId, cause);
    if (!site) throw new AppError('not_entitled');
    // Permissions are read under the project's lock, so they are valid at the log position where the change lands.
    await runAction(site.tx, caller.userId, mutation.name, mutation.input, caller.licensed);
    if (!(await site.blobsThere(caller.userId))) throw new AppError('blob_missing');
    head = await site.flush();
  } catch (error) {
    const stop = stopOf(error);
    if (stop) throw new Stopped(stop);
    if (!(error instanceof AppError)) throw error;
    // Nothing of a refused action has been written yet: its rows were only buffered.
    result = rejection(n, error);
  }
  await tx.record(deviceId, mutation, result);
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
  const { deviceId, mutations } = body;
  let reply: PushReply | undefined;
  for (const mutation of mutations) {
    let stopped: Stop | undefined;
    try {
      const done = await store.write(caller, (tx) => effect(tx, caller, body, mutation));
      reply ??= { timeline: done.timeline, last: done.last, results: [], heads: {} };
      // The server was restored during the push: what was applied before is no longer certain.
      if (done.timeline !== reply.timeline) throw new AppError('unavailable');
      if (done.strange) return reply;
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
      reply ??= { ...(await greet(store, caller, deviceId)), results: [], heads: {} };
      return { ...reply, stopped: { n: mutation.n, code: stopped } };
    }
  }
  return reply ?? { ...(await greet(store, caller, deviceId)), results: [], heads: {} };
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

function greet(store: ServerStore, caller: Caller, deviceId: string) {
  return store.write(caller, async (tx) => {
    const timeline = await tx.timeline();
    const device = await tx.device(deviceId);
    if (!device) throw new AppError('forbidden');
    return { timeline, last: device.last };
  });
}

/**
 * Answers a pull. Throws `not_entitled` for a caller who is not an active member: the device then drops the project.
 */
export function readPull(store: ServerStore, caller: Caller, query: PullQuery): Promise<PullReply> {
  return store.read(caller, async (tx) => {
    const { projectId, from } = query;
    const timeline = await tx.timeline();
    const site = await tx.site(projectId);
    if (!site) throw new AppError('not_entitled');
    const actor = await loadActor(site, caller.userId);
    const scope = scopeName(actor);
    const head = await tx.head(projectId);
    const base = { timeline, scope, from, rows: [], gone: [], print: null, keep: null };
    const known = from === 0 || (query.timeline === timeline && query.scope === scope && from <= head);
    if (!known) return { ...base, to: 0, more: true, reset: true };
    const { rows, to } = await tx.page(projectId, actor, from, query.limit);
    const more = rows.length === query.limit;
    const end = more ? to : head;
    const gone = from === 0 || !seesAll(actor) ? [] : await tx.gone(projectId, actor, from, end);
    const limited = !more && !seesAll(actor);
    const print = limited ? await tx.print(projectId, actor) : null;
    const keep = limited && query.list === 'true' ? await tx.visible(projectId, actor) : null;
    return { ...base, rows, gone, to: end, more, reset: false, print, keep };
  });
}
