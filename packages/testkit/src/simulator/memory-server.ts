// The server's store in memory: interleaved transactions, locks, commits, kills and backups, as with a database.
import { createHash, randomUUID } from 'node:crypto';
import { can } from '@plumbline/core/access/capabilities';
import { blobsOf, canSeeMedia } from '@plumbline/core/features/media/rules';
import { type Actor, loadActor } from '@plumbline/core/site/actor';
import { BufferedTx, type RowReader, type Write } from '@plumbline/core/site/buffered-tx';
import { readableBy } from '@plumbline/core/site/contact-data';
import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/site/entities';
import { canSeeMarkup, canSeePin, canSeeSavedView, canSeeTask } from '@plumbline/core/site/visibility';
import type { AnyRow } from '@plumbline/core/sync/client/store';
import {
  type MutationOutcome,
  PARTIAL_ENTITIES,
  type PartialEntity,
  type PullReply,
  printOf,
  type Receipt,
  type SentMutation,
} from '@plumbline/core/sync/protocol';
import { ACTIONS } from '@plumbline/core/sync/registry';
import { scopeName } from '@plumbline/core/sync/scope';
import type {
  Caller,
  Cause,
  PageRow,
  ReadTx,
  RecordedMutation,
  ServerStore,
  SiteWrite,
  WriteTx,
} from '@plumbline/core/sync/server';
import type { Flaw } from './flaws.ts';
import { Formats } from './formats.ts';
import { Locks } from './run/scheduler.ts';

type Placed = { row: AnyRow; position: number };
type Tables = ReadonlyMap<Entity, ReadonlyMap<string, Placed>>;
export type SiteState = {
  head: number;
  tables: Tables;
  numbers: Readonly<Record<string, number>>;
  /** Permanently deleted rows, with their positions in the log. */
  deleted: readonly { entity: Entity; id: string; position: number }[];
  /** The changes by position, each with a name that no other change has. */
  marks: readonly { position: number; mark: string }[];
};
/** One committed change. `allowed`: whether the actor had the permission at the moment of the commit. */
export type Change = {
  projectId: string;
  cause: Cause;
  /** The last of its positions in the log; `count` is the number of positions. */
  position: number;
  count: number;
  writes: readonly { entity: Entity; id: string; before: AnyRow | undefined; after: AnyRow | undefined }[];
  allowed: boolean;
};
/** All durable state; never mutated, so keeping a reference is a backup. */
export type ServerState = {
  timeline: string;
  sites: ReadonlyMap<string, SiteState>;
  devices: ReadonlyMap<string, { userId: string; last: number }>;
  /** By device and number. */
  records: ReadonlyMap<string, RecordedMutation>;
  /** By the id of the edit. */
  outcomes: ReadonlyMap<string, MutationOutcome>;
  audit: readonly string[];
  log: readonly Change[];
  blobs: ReadonlySet<string>;
};

const EMPTY: Tables = new Map(ENTITY_NAMES.map((entity) => [entity, new Map()]));

export function emptyState(timeline: string): ServerState {
  return {
    timeline,
    sites: new Map(),
    devices: new Map(),
    records: new Map(),
    outcomes: new Map(),
    audit: [],
    log: [],
    blobs: new Set(),
  };
}

export function emptySite(): SiteState {
  return { head: 0, tables: EMPTY, numbers: {}, deleted: [], marks: [] };
}

/** The marks of a project after changes at these positions. */
export function marked(site: SiteState, positions: readonly number[]): SiteState['marks'] {
  const mark = randomUUID();
  return [...site.marks, ...positions.map((position) => ({ position, mark: `${position} ${mark}` }))];
}

export function markAt({ marks }: SiteState, position: number): string {
  return marks.findLast((one) => one.position <= position)?.mark ?? '';
}

/** Reads the rows of one project in one state. */
export function readerOf(site: SiteState): RowReader {
  return {
    get: async <E extends Entity>(entity: E, id: string) =>
      site.tables.get(entity)?.get(id)?.row as Rows[E] | undefined,
    find: async <E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string) => {
      const found: Rows[E][] = [];
      for (const { row } of site.tables.get(entity)?.values() ?? []) {
        if ((row as Rows[E])[field] === value) found.push(row as Rows[E]);
      }
      return found;
    },
  };
}

function rowsOf<E extends Entity>(site: SiteState, entity: E): Rows[E][] {
  return [...(site.tables.get(entity)?.values() ?? [])].map((one) => one.row as Rows[E]);
}

/** The ids a member may see, for each entity the member sees only in part. */
function visibleIds(site: SiteState, actor: Actor): Record<PartialEntity, Set<string>> {
  const tasks = rowsOf(site, 'task');
  const byPin = Map.groupBy(tasks, (task) => task.pinId);
  const pins = new Map(rowsOf(site, 'pin').map((pin) => [pin.id, pin]));
  const media = (item: { pinId: string; taskId: string | null }) => {
    const pin = pins.get(item.pinId);
    return pin !== undefined && canSeeMedia(actor, item, pin, byPin.get(pin.id) ?? []);
  };
  const ids = (rows: { id: string }[]) => new Set(rows.map((row) => row.id));
  return {
    pin: ids([...pins.values()].filter((pin) => canSeePin(actor, pin, byPin.get(pin.id) ?? []))),
    task: ids(tasks.filter((task) => canSeeTask(actor, task))),
    post: ids(rowsOf(site, 'post').filter(media)),
    comment: ids(rowsOf(site, 'comment').filter(media)),
  };
}

function canSee(actor: Actor, visible: Record<PartialEntity, Set<string>>, entity: Entity, row: AnyRow): boolean {
  const { id } = row;
  if (entity === 'savedView') return canSeeSavedView(actor, row as Rows['savedView']);
  if (entity === 'markup') return canSeeMarkup(actor, row as Rows['markup']);
  return (PARTIAL_ENTITIES as readonly string[]).includes(entity) ? visible[entity as PartialEntity].has(id) : true;
}

export type ServerTools = {
  /** Awaited wherever a real store would wait for its database. */
  step(): Promise<void>;
  flaws: ReadonlySet<Flaw>;
  now(): string;
  /** May make a transaction fail with a retryable error, as databases do. */
  trouble(): void;
};

type Landing = { projectId: string; cause: Cause; site: SiteState; head: number; writes: Write[] };

class MemoryWrite implements WriteTx {
  readonly #server: MemoryServer;
  readonly #caller: Caller;
  readonly #locks: Locks;
  readonly #held: (() => void)[] = [];
  readonly #devices = new Map<string, { userId: string; last: number }>();
  readonly #records = new Map<string, RecordedMutation>();
  readonly #outcomes = new Map<string, MutationOutcome>();
  #landing: Landing | undefined;
  /** Committed changes that are not yet in the audit log. */
  #done: Landing | undefined;

  constructor(server: MemoryServer, caller: Caller, locks: Locks) {
    this.#server = server;
    this.#caller = caller;
    this.#locks = locks;
  }

  async timeline(): Promise<string> {
    return this.#server.state.timeline;
  }

  async device(deviceId: string, editId?: string): Promise<{ last: number; known?: MutationOutcome } | undefined> {
    const { tools } = this.#server;
    await tools.step();
    if (!tools.flaws.has('no device lock')) this.#held.push(await this.#locks.take(`device ${deviceId}`));
    const known = this.#server.state.devices.get(deviceId);
    if (known && known.userId !== this.#caller.userId) return undefined;
    const device = known ?? { userId: this.#caller.userId, last: 0 };
    this.#devices.set(deviceId, device);
    const before = editId === undefined ? undefined : await this.#outcomeOf(editId);
    return { last: device.last, ...(before && { known: before }) };
  }

  async recorded(deviceId: string, n: number): Promise<RecordedMutation | undefined> {
    await this.#server.tools.step();
    if (this.#server.tools.flaws.has('record without outcome')) return undefined;
    return this.#server.state.records.get(`${deviceId} ${n}`);
  }

  async #outcomeOf(editId: string): Promise<MutationOutcome | undefined> {
    const { tools } = this.#server;
    await tools.step();
    if (tools.flaws.has('no dedupe') || tools.flaws.has('ids not remembered')) return undefined;
    // As with a unique index: of two transactions with the same edit, the second sees the outcome of the first.
    this.#held.push(await this.#locks.take(`edit ${editId}`));
    return this.#server.state.outcomes.get(editId);
  }

  hash(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  async record(deviceId: string, mutation: SentMutation, outcome: MutationOutcome, repeated: boolean): Promise<void> {
    if (this.#server.tools.flaws.has('effect and number apart')) {
      this.#land();
      this.#audit();
      await this.#server.tools.step();
    }
    const created =
      'skip' in mutation
        ? { editId: null, projectId: null, name: '', at: '' }
        : { editId: mutation.id ?? null, projectId: mutation.projectId, name: mutation.name, at: mutation.at };
    this.#records.set(`${deviceId} ${mutation.n}`, { outcome, ...created });
    if (created.editId !== null && !repeated) this.#outcomes.set(created.editId, outcome);
    this.#devices.set(deviceId, { userId: this.#caller.userId, last: mutation.n });
  }

  async site(projectId: string, cause: Cause): Promise<SiteWrite | undefined> {
    const server = this.#server;
    const { flaws, step } = server.tools;
    const early = server.state.sites.get(projectId);
    await step();
    if (!flaws.has('no project lock')) this.#held.push(await this.#locks.take(`project ${projectId}`));
    const site = server.state.sites.get(projectId);
    if (!site) return undefined;
    const numbers: Record<string, number> = { ...site.numbers };
    const reader = readerOf(site);
    const slow: RowReader = {
      get: async (entity, id) => {
        await step();
        return reader.get(entity, id);
      },
      find: async (entity, field, value) => {
        // Permissions are read from member rows, in the state the change is applied to.
        const from = entity === 'member' && flaws.has('rights read at receipt') && early ? readerOf(early) : reader;
        return from.find(entity, field, value);
      },
    };
    const tx = new BufferedTx(slow, {
      projectId,
      now: server.tools.now(),
      nextNumber: async (series) => {
        numbers[series] = (numbers[series] ?? 0) + 1;
        return numbers[series];
      },
    });
    return {
      tx,
      blobsThere: async () => {
        await step();
        if (flaws.has('files unchecked')) return true;
        return (await tx.writes()).every(({ entity, before, after }) => {
          const had = before ? blobsOf(entity, before) : [];
          return blobsOf(entity, after).every((blobId) => had.includes(blobId) || server.state.blobs.has(blobId));
        });
      },
      flush: async () => {
        const writes = (await tx.writes()).map((write) => writtenOver(write, flaws));
        const head = flaws.has('place before commit order')
          ? server.sequence(projectId, writes.length)
          : site.head + writes.length;
        this.#landing = { projectId, cause, site: { ...site, numbers }, head, writes };
        if (flaws.has('place before commit order')) for (const give of this.#held.splice(1)) give();
        await step();
        return head;
      },
    };
  }

  async head(projectId: string): Promise<number> {
    return this.#server.state.sites.get(projectId)?.head ?? 0;
  }

  #land(): void {
    if (this.#landing) this.#server.land(this.#landing);
    this.#done ??= this.#landing;
    this.#landing = undefined;
  }

  #audit(): void {
    const done = this.#done;
    this.#done = undefined;
    if (!done) return;
    const key = auditKey(done.projectId, done.cause, done.head);
    this.#server.change((state) => ({ ...state, audit: [...state.audit, key] }));
  }

  async commit(): Promise<void> {
    const server = this.#server;
    const { flaws, step } = server.tools;
    if (flaws.has('rows land one by one') && this.#landing && this.#landing.writes.length > 1) {
      server.landUnlogged(this.#landing);
      await step();
    }
    this.#land();
    server.change((state) => ({
      ...state,
      devices: new Map([...state.devices, ...this.#devices]),
      records: new Map([...state.records, ...this.#records]),
      outcomes: new Map([...state.outcomes, ...this.#outcomes]),
    }));
    if (flaws.has('audit apart')) await step();
    this.#audit();
  }

  release(): void {
    for (const give of this.#held.splice(0)) give();
  }
}

/** Merge bugs: overwrites what others have written in the same row. */
function writtenOver(write: Write, flaws: ReadonlySet<Flaw>): Write {
  const { entity, before, after } = write;
  if (before && entity === 'pin' && flaws.has('values written over')) {
    // The rows of a write match its entity.
    const [had, has] = [before as Rows['pin'], after as Rows['pin']];
    const fields = Object.fromEntries(Object.entries(has.fields).filter(([id, value]) => had.fields[id] !== value));
    return { ...write, after: { ...has, fields } };
  }
  if (before && entity === 'group' && flaws.has('members of a group written over')) {
    const [had, has] = [before as Rows['group'], after as Rows['group']];
    return { ...write, after: { ...has, pinIds: has.pinIds.filter((one) => one !== had.pinIds[0]) } };
  }
  return write;
}

export function auditKey(projectId: string, cause: Cause, position: number): string {
  return `${projectId} ${position} ${cause.action} ${cause.device?.id ?? '-'} ${cause.device?.n ?? '-'}`;
}

export class MemoryServer implements ServerStore {
  readonly tools: ServerTools;
  state: ServerState;
  /** The log position of every version of a row. */
  readonly positions = new WeakMap<object, number>();
  readonly formats: Formats;
  /** Every file that has ever arrived, also those a restore has lost. */
  readonly received = new Set<string>();
  #locks = new Locks();
  readonly #sequences = new Map<string, number>();

  constructor(tools: ServerTools, state: ServerState) {
    this.tools = tools;
    this.state = state;
    this.formats = new Formats(tools.flaws, this.positions);
  }

  /** Whether a transaction holds the lock. */
  locked(name: string): boolean {
    return this.#locks.held(name);
  }

  /** With the flaw: a retried edit is treated as new. */
  forget(deviceId: string, last: number): void {
    const known = this.state.devices.get(deviceId);
    if (!known || known.last <= last) return;
    this.change((state) => ({ ...state, devices: new Map(state.devices).set(deviceId, { ...known, last }) }));
  }

  /** After a kill: uncommitted transactions are gone, committed data stays. */
  restart(): void {
    this.#locks = new Locks();
  }

  change(fn: (state: ServerState) => ServerState): void {
    this.state = fn(this.state);
  }

  sequence(projectId: string, count: number): number {
    const next = Math.max(this.#sequences.get(projectId) ?? 0, this.state.sites.get(projectId)?.head ?? 0) + count;
    this.#sequences.set(projectId, next);
    return next;
  }

  /** Commits rows with positions up to `head`, all at once. */
  land({ projectId, cause, site, head, writes }: Landing): void {
    const present = this.state.sites.get(projectId) ?? emptySite();
    const tables = new Map(present.tables);
    writes.forEach(({ entity, id, after }, index) => {
      const table = new Map(tables.get(entity));
      const position = head - writes.length + index + 1;
      table.set(id, { row: after, position });
      this.positions.set(after, position);
      tables.set(entity, table);
    });
    const positions = writes.flatMap((write, index) => (write.changed ? [head - writes.length + index + 1] : []));
    const marks = marked(present, positions);
    const next = { ...present, head: Math.max(head, present.head), tables, numbers: site.numbers, marks };
    const change: Change = {
      projectId,
      cause,
      position: head,
      count: writes.length,
      writes: writes.filter((write) => write.changed),
      allowed: allowed(present, cause),
    };
    this.change((state) => ({
      ...state,
      sites: new Map(state.sites).set(projectId, next),
      log: [...state.log, change],
    }));
  }

  /** With the flaw: the first row becomes visible before the others. */
  landUnlogged(landing: Landing): void {
    const { log } = this.state;
    this.land({ ...landing, head: landing.head - landing.writes.length + 1, writes: landing.writes.slice(0, 1) });
    this.change((state) => ({ ...state, log }));
  }

  async write<T>(caller: Caller, fn: (tx: WriteTx) => Promise<T>): Promise<T> {
    const tx = new MemoryWrite(this, caller, this.#locks);
    try {
      this.tools.trouble();
      const result = await fn(tx);
      if (this.tools.flaws.has('answer before commit')) {
        void this.tools.step().then(() => tx.commit().then(() => tx.release()));
        return result;
      }
      await this.tools.step();
      await tx.commit();
      return result;
    } finally {
      if (!this.tools.flaws.has('answer before commit')) tx.release();
    }
  }

  async read<T>(_caller: Caller, fn: (tx: ReadTx) => Promise<T>): Promise<T> {
    await this.tools.step();
    const result = await fn(new MemoryRead(this.state, this.tools.flaws));
    await this.tools.step();
    return result;
  }
}

/** Whether the author of the change had the required capability in this state of the project. */
function allowed(site: SiteState, cause: Cause): boolean {
  if (!cause.device) return true;
  const action = ACTIONS.get(cause.action);
  const member = rowsOf(site, 'member').find((one) => one.userId === cause.userId && one.state === 'active');
  return action !== undefined && member !== undefined && can(member.role, action.needs);
}

class MemoryRead implements ReadTx {
  readonly #state: ServerState;
  readonly #flaws: ReadonlySet<Flaw>;

  constructor(state: ServerState, flaws: ReadonlySet<Flaw>) {
    this.#state = state;
    this.#flaws = flaws;
  }

  #site(projectId: string): SiteState {
    return this.#state.sites.get(projectId) ?? emptySite();
  }

  async timeline(): Promise<string> {
    return this.#state.timeline;
  }

  async site(projectId: string) {
    const site = this.#state.sites.get(projectId);
    return site && { projectId, ...readerOf(site) };
  }

  async head(projectId: string): Promise<number> {
    return this.#site(projectId).head;
  }

  async mark(projectId: string, position: number): Promise<string> {
    return markAt(this.#site(projectId), position);
  }

  async holds(deviceId: string, { n, id }: Receipt): Promise<boolean> {
    return this.#state.records.get(`${deviceId} ${n}`)?.editId === id;
  }

  async page(projectId: string, actor: Actor, from: number, limit: number) {
    const site = this.#site(projectId);
    const visible = visibleIds(site, actor);
    const found: { entity: Entity; placed: Placed }[] = [];
    for (const [entity, table] of site.tables) {
      for (const placed of table.values()) {
        if (placed.position <= from) continue;
        if (this.#flaws.has('hidden rows in pages') || canSee(actor, visible, entity, placed.row))
          found.push({ entity, placed });
      }
    }
    found.sort((a, b) => a.placed.position - b.placed.position);
    const page = found.slice(0, limit);
    const rows = page.map(({ entity, placed }) => ({ entity, row: placed.row }) as PageRow);
    return { rows, to: page.at(-1)?.placed.position ?? from };
  }

  async gone(projectId: string, _actor: Actor, from: number, to: number): Promise<PullReply['gone']> {
    if (this.#flaws.has('deletions untold')) return [];
    const between = this.#site(projectId).deleted.filter((one) => one.position > from && one.position <= to);
    return between.map(({ entity, id }) => ({ entity, id }));
  }

  async print(projectId: string, actor: Actor) {
    const visible = visibleIds(this.#site(projectId), actor);
    return printOf(PARTIAL_ENTITIES.flatMap((entity) => [...visible[entity]]));
  }

  async visible(projectId: string, actor: Actor): Promise<Record<PartialEntity, string[]>> {
    const visible = visibleIds(this.#site(projectId), actor);
    return {
      pin: [...visible.pin],
      task: [...visible.task],
      post: [...visible.post],
      comment: [...visible.comment],
    };
  }
}

/** What a new device of this user would hold of the project; undefined if the user may not see it. */
export async function freshView(state: ServerState, projectId: string, userId: string) {
  const site = state.sites.get(projectId);
  if (!site) return undefined;
  const actor = await loadActor({ projectId, ...readerOf(site) }, userId).catch(() => undefined);
  if (!actor) return undefined;
  const visible = visibleIds(site, actor);
  const rows = new Map<string, AnyRow>();
  for (const [entity, table] of site.tables)
    for (const [id, { row }] of table)
      if (canSee(actor, visible, entity, row)) {
        const hasContactData = entity === 'member' || entity === 'contact';
        rows.set(`${entity} ${id}`, hasContactData ? readableBy(actor, row) : row);
      }
  return { rows, scope: scopeName(actor) };
}
