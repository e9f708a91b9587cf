// The network between devices and server: it loses, repeats and delays messages, and the server may be killed at any
// moment.

import { AppError, type ErrorCode } from '@plumbline/core/kernel/errors';
import { type BlobRecord, type ServerPort, Unreachable } from '@plumbline/core/sync/client/store';
import type {
  MutationOutcome,
  PullQuery,
  PullReply,
  PushBody,
  PushReply,
  SentMutation,
} from '@plumbline/core/sync/protocol';
import { applyPush, type Caller } from '@plumbline/core/sync/server';
import type { Flaw } from '../flaws.ts';
import type { MemoryServer } from '../memory-server.ts';
import type { Random } from '../random.ts';
import type { Life, Scheduler } from '../run/scheduler.ts';
import { madeId } from '../seed-site.ts';
import type { DeviceStorage, TabStore } from './memory-device.ts';

export type LineWorld = {
  scheduler: Scheduler;
  random: Random;
  server: MemoryServer;
  flaws: ReadonlySet<Flaw>;
  /** False during the final phase, in which every device must converge. */
  faults: boolean;
  /** Reports server errors; those that are not refusals are bugs. */
  report: (error: unknown) => void;
};

/** The outcome that makes the device believe the server has the mutation. */
const taken = (mutation: SentMutation): MutationOutcome =>
  'skip' in mutation
    ? { n: mutation.n, outcome: 'skipped' }
    : { n: mutation.n, ...(mutation.id && { id: mutation.id }), outcome: 'applied' };

const ORGANISATION = madeId(8, 1);

/** Some files are refused for good, always the same. */
const isRefused = (blobId: string): boolean => blobId.endsWith('f');

/** Requests in progress on the server; they are lost when it is killed. */
export class Inflight {
  readonly #cut = new Set<(error: Error) => void>();

  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#cut.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.#cut.delete(reject));
    });
  }

  /** The server was killed: no pending request gets a reply. */
  cutAll(): void {
    for (const reject of this.#cut) reject(new Unreachable('the server was killed'));
    this.#cut.clear();
  }
}

/** The connection of one tab to the server. */
export class Line implements ServerPort {
  readonly #world: LineWorld;
  readonly #inflight: Inflight;
  readonly #caller: Caller;
  readonly #life: Life;
  readonly #tab: { store: TabStore; storage: DeviceStorage };
  readonly #isCut: () => boolean;
  readonly #refusal: () => ErrorCode | undefined;
  #firstTimeline: string | undefined;

  constructor(
    world: LineWorld,
    inflight: Inflight,
    end: {
      userId: string;
      life: Life;
      store: TabStore;
      storage: DeviceStorage;
      isCut: () => boolean;
      /** Why the server refuses everything: the session has ended, the device lost its key, the licence has expired. */
      refusal: () => ErrorCode | undefined;
    },
  ) {
    this.#world = world;
    this.#inflight = inflight;
    this.#caller = { organisationId: ORGANISATION, userId: end.userId };
    this.#life = end.life;
    this.#tab = end;
    this.#isCut = end.isCut;
    this.#refusal = end.refusal;
  }

  async #way(): Promise<void> {
    const { scheduler, random, faults } = this.#world;
    const slow = faults && random.chance(0.1);
    await scheduler.step(this.#life, slow ? random.below(60) : 0);
    if (faults && (this.#isCut() || random.chance(0.08))) throw new Unreachable('lost');
  }

  /** May happen in the middle of a round, between two requests. */
  #requireAccess(): void {
    const refusal = this.#world.faults ? this.#refusal() : undefined;
    if (refusal !== undefined) throw new AppError(refusal);
  }

  /** Delivers the request, perhaps twice, and returns one of the replies. */
  async #send<T>(work: () => Promise<T>): Promise<T> {
    const { random, faults } = this.#world;
    await this.#way();
    this.#requireAccess();
    const answers = [this.#inflight.run(work)];
    if (faults && random.chance(0.08)) answers.push(this.#inflight.run(work));
    for (const response of answers) response.catch(() => undefined);
    const response = await random.pick(answers);
    await this.#way();
    // Never undefined: there is at least one reply.
    return response as T;
  }

  #hidesReceipts(): boolean {
    const { flaws } = this.#world;
    return flaws.has('receipts not shown') || flaws.has('history hidden') || flaws.has('ids not compared');
  }

  async push(body: PushBody): Promise<PushReply> {
    const { flaws, server, report } = this.#world;
    const sent = { ...body };
    if (flaws.has('history hidden')) delete sent.timeline;
    if (this.#hidesReceipts()) delete sent.receipt;
    if (flaws.has('queue emptied on send'))
      this.#tab.storage.put({ edits: body.mutations.map(({ n }) => ({ n, edit: undefined })) });
    const refusalOf = (error: unknown) => (error instanceof AppError ? error : undefined);
    const tools = { refusalOf, report, announce: () => undefined };
    const reply = await this.#send(() => {
      const [first] = body.mutations;
      if (flaws.has('no dedupe') && first) server.forget(body.deviceId, first.n - 1);
      return applyPush(server, this.#caller, sent, tools);
    });
    if (flaws.has('stale reply accepted')) this.#tab.store.sentAs = body.deviceId;
    if (flaws.has('all sent taken as applied')) {
      const results = body.mutations.map(taken);
      const { stopped: __, ...rest } = reply;
      return this.#hidden({ ...rest, results });
    }
    if (flaws.has('ids not compared') && reply.diverged) {
      const known = body.mutations.filter(({ n }) => n <= reply.last);
      const { diverged: __, ...rest } = reply;
      return this.#hidden({ ...rest, results: known.map(taken) });
    }
    return this.#hidden(reply);
  }

  async pull(query: PullQuery): Promise<PullReply> {
    const { flaws, server, random } = this.#world;
    const { projectId } = query;
    const state = this.#tab.storage.data.projects.get(projectId);
    // Few rows per page, so that small projects also take several replies.
    const requested = { ...query, limit: 4 + random.below(60) };
    if (flaws.has('history hidden')) requested.timeline = server.state.timeline;
    if (flaws.has('history hidden') || flaws.has('marks not compared')) delete requested.mark;
    if (this.#hidesReceipts()) delete requested.receiptId;
    const reply = await this.#send(() => server.formats.pull(server, this.#caller, requested));
    if (flaws.has('old answer taken in') && state) this.#tab.store.believed.set(projectId, state);
    return this.#hidden(this.#spoiled(query, reply));
  }

  #spoiled(query: PullQuery, reply: PullReply): PullReply {
    const { flaws } = this.#world;
    if (flaws.has('scope hidden') && reply.reset)
      return { ...reply, reset: false, more: false, to: reply.from, scope: query.scope ?? reply.scope };
    return {
      ...reply,
      ...(flaws.has('gone not dropped') && { gone: [] }),
      ...(flaws.has('print not compared') && { print: null, keep: null }),
      ...(flaws.has('page end taken as head') && { more: false }),
    };
  }

  #hidden<R extends { timeline: string }>(reply: R): R {
    if (!this.#world.flaws.has('history hidden')) return reply;
    this.#firstTimeline ??= this.#tab.storage.data.device?.timeline ?? reply.timeline;
    return { ...reply, timeline: this.#firstTimeline };
  }

  async upload(blob: BlobRecord): Promise<{ hash?: string }> {
    const { flaws, server, scheduler } = this.#world;
    if (flaws.has('files taken as sent')) return {};
    // The first part of a file, after which the connection may be lost.
    await this.#send(() => scheduler.step(this.#life));
    if (flaws.has('half files taken as sent')) return {};
    await this.#send(async () => {
      await scheduler.step(this.#life);
      if (isRefused(blob.id)) throw new AppError('too_large');
      server.received.add(blob.id);
      server.change((state) => ({ ...state, blobs: new Set(state.blobs).add(blob.id) }));
    });
    return {};
  }
}
