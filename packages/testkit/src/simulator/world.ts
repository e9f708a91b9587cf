// One schedule from one seed: people edit, connections fail, tabs and servers are killed, roles change, the server is
// upgraded, a backup is restored, a browser loses its database; then everything recovers.

import { AppError, type ErrorCode } from '@plumbline/core/kernel/errors';
import type { Rows } from '@plumbline/core/site/entities';
import { discard, perform } from '@plumbline/core/sync/client/edits';
import {
  type Memory,
  newMemory,
  nextUploads,
  noteBlob,
  syncRound,
  uploadOnce,
} from '@plumbline/core/sync/client/round';
import type { AnyRow, ClientContext } from '@plumbline/core/sync/client/store';
import { Inflight, Line, type LineWorld } from './device/line.ts';
import { loadedData } from './device/loaded-data.ts';
import { type DeviceData, DeviceStorage, TabStore } from './device/memory-device.ts';
import type { Flaw } from './flaws.ts';
import { type Change, emptyState, MemoryServer, marked, type ServerState, type SiteState } from './memory-server.ts';
import { Random, weights } from './random.ts';
import { type Life, Scheduler } from './run/scheduler.ts';
import { madeId, memberOf, PEOPLE, projectIdOf, seeded, withRows, workRows } from './seed-site.ts';
import { intend, LATER_ROLES } from './user.ts';
import { type Violation, Watch } from './watch.ts';

/** Events per schedule. */
export const EVENTS = 120;
const MAX_DEVICES = 7;
const PROJECTS = [projectIdOf(1), projectIdOf(2)];
const CAUSE = { action: 'member.change', userId: null };

export type Options = { seed: number; flaws?: readonly Flaw[]; events?: number; trace?: (line: string) => void };
export type Outcome = { seed: number; violations: Violation[]; steps: number; edits: number; rejected: number };

type Tab = { life: Life; parts: ClientContext; memory: Memory; busy: boolean; uploading: boolean };
export type Device = {
  index: number;
  userId: string;
  storage: DeviceStorage;
  tabs: Tab[];
  cut: boolean;
  /** Seconds by which its clock is ahead. */
  skew: number;
  /** Why the server refuses everything from this device. */
  refusal: ErrorCode | undefined;
};

/** The session ends, the device loses its key, the licence expires. */
const REFUSALS = ['session_ended', 'device_revoked', 'licence_expired'] as const;

const KINDS = weights({
  act: 40,
  round: 34,
  upload: 8,
  step: 60,
  cut: 4,
  killTab: 3,
  losePower: 1,
  evict: 0.4,
  killServer: 2,
  changeRole: 2,
  removeMember: 1.2,
  readmit: 2,
  changeTeam: 1.5,
  deleteComment: 1,
  backup: 1.5,
  restore: 0.5,
  restoreUnnoticed: 0.5,
  copyStore: 1.2,
  discard: 2,
  fillDisk: 1,
  refuse: 1.5,
  signOut: 0.8,
  upgrade: 0.5,
  loseDatabase: 0.5,
  jumpClock: 1,
});

const DAY = 86_400;
/** What people and networks set clocks to: hours, days and years off. In seconds. */
const SKEWS = [0, -3_600, 40_000, -3 * DAY, 30 * DAY, -9_000 * DAY, 12_000 * DAY];

/** How many writes of second copies fail. */
const COPY_FAILURES = 0.004;

const waitingFiles = (data: DeviceData): number =>
  [...data.blobs.values()].filter((blob) => blob.state === 'waiting').length;

const nothingToSend = (data: DeviceData): boolean =>
  waitingFiles(data) === 0 && [...data.edits.values()].every((edit) => edit.state === 'rejected');

class World implements LineWorld {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly flaws: ReadonlySet<Flaw>;
  readonly server: MemoryServer;
  readonly devices: Device[] = [];
  readonly watch: Watch;
  faults = true;
  readonly #trace: (line: string) => void;
  readonly #inflight = new Inflight();
  #serverLife: Life = { dead: false };
  #backup: ServerState | undefined;
  #ids = 0;
  #timelines = 1;

  constructor({ seed, flaws = [], trace = () => undefined }: Options) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.flaws = new Set(flaws);
    this.#trace = trace;
    const tools = {
      step: () => this.scheduler.step(this.#serverLife),
      flaws: this.flaws,
      now: () => this.#time(0),
      trouble: () => {
        if (this.faults && this.random.chance(0.03)) throw new AppError('unavailable');
      },
    };
    this.server = new MemoryServer(tools, seeded(emptyState(madeId(9, 1)), PROJECTS.length, workRows));
    this.watch = new Watch(this.server);
    const users = [0, 1, 2, 3, 1].slice(0, 3 + this.random.below(3));
    for (const [index, user] of users.entries()) this.#addDevice(index, PEOPLE[user]?.userId ?? '');
  }

  /** Most devices have pulled the projects before; the others start empty. */
  async begin(): Promise<void> {
    for (const device of this.devices)
      if (this.random.chance(0.85))
        device.storage.data = await loadedData(this.server.state, PROJECTS, device.userId, this.#newId());
    for (const device of this.devices) device.storage.follow();
  }

  report = (error: unknown): void => {
    if (!(error instanceof AppError))
      this.watch.note('server bug', String(error instanceof Error ? error.stack : error));
  };

  #time(skew: number): string {
    return new Date(Date.parse('2026-03-01T08:00:00.000Z') + (this.scheduler.ticks + skew) * 1_000).toISOString();
  }

  #newId = (): string => {
    this.#ids += 1;
    return madeId(0x100, this.#ids);
  };

  #addDevice(index: number, userId: string): void {
    const storage = new DeviceStorage(this.scheduler, this.flaws, (before, after) =>
      this.watch.landed(device, before, after),
    );
    const device: Device = {
      index,
      userId,
      storage,
      tabs: [],
      cut: false,
      skew: (index - 1) * 40_000,
      refusal: undefined,
    };
    this.devices.push(device);
    this.#openTab(device);
  }

  /** As when a browser profile is restored from a backup, or a tablet is cloned: both continue from the same store. */
  #copyStore({ userId, storage }: Device): void {
    if (this.devices.length >= MAX_DEVICES) return;
    this.#addDevice(this.devices.length, userId);
    const copy = this.devices.at(-1);
    if (!copy) return;
    copy.storage.data = storage.data;
    copy.storage.follow();
  }

  #openTab(device: Device): Tab {
    const life: Life = { dead: false };
    const { storage, userId } = device;
    storage.follow();
    const store = new TabStore(storage, life, () => this.faults && this.random.chance(COPY_FAILURES));
    const line = new Line(this, this.#inflight, {
      userId,
      life,
      store,
      storage,
      isCut: () => device.cut,
      refusal: () => device.refusal,
    });
    const parts = { store, server: line, userId, now: () => this.#time(device.skew), newId: this.#newId };
    const tab: Tab = { life, parts, memory: newMemory(), busy: false, uploading: false };
    device.tabs.push(tab);
    return tab;
  }

  #closeTab(device: Device, tab: Tab): void {
    device.tabs = device.tabs.filter((one) => one !== tab);
    this.scheduler.kill(tab.life);
    device.storage.closed(tab.life);
  }

  #tabOf(device: Device): Tab {
    return this.random.pick(device.tabs) ?? this.#openTab(device);
  }

  /** A user action, recorded as made once the device has confirmed that it is stored. */
  #act(device: Device): void {
    const tab = this.#tabOf(device);
    const projectId = this.random.pick(PROJECTS) ?? '';
    const names = { newId: this.#newId, token: () => `${device.index}:${this.#newId().slice(-6)}` };
    const intent = intend(this.random, names, device.storage.data, projectId);
    if (!intent) return;
    const run = async () => {
      if (intent.blob !== undefined) {
        const about = { purpose: 'photo', name: 'a.jpg', mime: 'image/jpeg', size: 10 } as const;
        await noteBlob(tab.parts, { id: intent.blob, ...about, at: tab.parts.now() });
      }
      const edit = await perform(tab.parts, projectId, intent.name, intent.input);
      this.watch.made(device, edit);
      this.#trace(`device ${device.index} edit ${edit.n} ${edit.name} ${JSON.stringify(edit.input)}`);
    };
    run().catch((error: unknown) => {
      if (!(error instanceof AppError))
        this.watch.note('device bug', String(error instanceof Error ? error.stack : error));
    });
  }

  #round(device: Device, tab: Tab, requested: readonly string[]): Promise<void> {
    if (tab.busy) return Promise.resolve();
    tab.busy = true;
    const before = device.storage.data;
    return syncRound(tab.parts, tab.memory, requested).then((round) => {
      tab.busy = false;
      if (!round.trouble) this.watch.passed(device, before);
      // Refusals are expected, anything else is not.
      if (round.trouble === 'failed' && !(round.error instanceof AppError))
        this.watch.note('device bug', String((round.error as Error)?.stack ?? round.error));
      const results = [...round.projects].map(([, result]) => (typeof result === 'string' ? result : 'error'));
      this.#trace(`device ${device.index} round ${round.trouble ?? 'done'} ${results.join(' ')}`);
    });
  }

  async #upload(tab: Tab): Promise<void> {
    if (tab.uploading) return;
    tab.uploading = true;
    const [blob] = nextUploads(await tab.parts.store.edits(), await tab.parts.store.blobs());
    if (blob) await uploadOnce(tab.parts, blob).catch(() => undefined);
    tab.uploading = false;
  }

  /** A change that no device makes, as by an administrator at a desk: atomic, under the project lock. */
  #change(projectId: string, rows: readonly [keyof Rows, AnyRow][]): void {
    const site = this.server.state.sites.get(projectId);
    if (!site) return;
    const next = withRows(site, rows);
    this.#replaceSite(
      projectId,
      next,
      rows.map(([entity, row]) => ({ entity, id: row.id, before: undefined, after: row })),
    );
  }

  #replaceSite(projectId: string, next: SiteState, writes: Change['writes']) {
    for (const { entity, id, after } of writes)
      if (after) this.server.positions.set(after, next.tables.get(entity)?.get(id)?.position ?? 0);
    this.server.change((state) => ({
      ...state,
      sites: new Map(state.sites).set(projectId, next),
      log: [
        ...state.log,
        { projectId, cause: CAUSE, position: next.head, count: writes.length, writes, allowed: true },
      ],
    }));
  }

  #member(projectId: string, change: Partial<Rows['member']>): void {
    // The first person stays an administrator, so the project always has one.
    const index = 1 + this.random.below(PEOPLE.length - 1);
    const person = PEOPLE[index];
    if (!person || this.server.locked(`project ${projectId}`)) return;
    const id = memberOf(projectId, person, index).id;
    const member = this.server.state.sites.get(projectId)?.tables.get('member')?.get(id)?.row;
    if (member) this.#change(projectId, [['member', { ...(member as Rows['member']), ...change }]]);
  }

  #team(projectId: string): void {
    if (this.server.locked(`project ${projectId}`)) return;
    const [placed] = this.server.state.sites.get(projectId)?.tables.get('team')?.values() ?? [];
    if (!placed) return;
    const memberIds = PEOPLE.slice(1)
      .filter(() => this.random.chance(0.5))
      .map((person) => person.userId);
    this.#change(projectId, [['team', { ...(placed.row as Rows['team']), memberIds }]]);
  }

  #deleteComment(projectId: string): void {
    const site = this.server.state.sites.get(projectId);
    if (!site || this.server.locked(`project ${projectId}`)) return;
    const table = new Map(site.tables.get('comment'));
    const id = this.random.pick([...table.keys()]);
    if (id === undefined) return;
    table.delete(id);
    const position = site.head + 1;
    const deleted = [...site.deleted, { entity: 'comment' as const, id, position }];
    const tables = new Map(site.tables).set('comment', table);
    const next = { ...site, head: position, tables, deleted, marks: marked(site, [position]) };
    this.#replaceSite(projectId, next, [{ entity: 'comment', id, before: undefined, after: undefined }]);
  }

  #killServer(): void {
    this.scheduler.kill(this.#serverLife);
    this.#serverLife = { dead: false };
    this.server.restart();
    this.#inflight.cutAll();
  }

  /** With `noticed`, the server sees that its database is another one and starts a new history epoch. */
  #restore(noticed: boolean): void {
    if (!this.#backup) return;
    this.#killServer();
    if (noticed) this.#timelines += 1;
    const timeline = noticed ? madeId(9, this.#timelines) : this.server.state.timeline;
    this.server.state = { ...this.#backup, timeline };
    this.watch.restored();
    this.#backup = undefined;
  }

  #event(): void {
    const { random } = this;
    const device = random.pick(this.devices);
    if (!device) return;
    const projectId = random.pick(PROJECTS) ?? '';
    const kind = random.weighted(KINDS);
    if (kind !== 'step' && kind !== 'act' && kind !== 'round')
      this.#trace(`${this.scheduler.ticks} ${kind} ${device.index}`);
    switch (kind) {
      case 'act':
        this.#act(device);
        return;
      case 'round':
        // Occasionally a second tab syncs as well, as when the first was presumed dead.
        void this.#round(device, random.chance(0.15) ? this.#openTab(device) : this.#tabOf(device), [projectId]);
        return;
      case 'upload':
        void this.#upload(this.#tabOf(device));
        return;
      case 'cut':
        device.cut = !device.cut;
        return;
      case 'killTab':
        this.#closeTab(device, this.#tabOf(device));
        return;
      case 'losePower':
        for (const tab of [...device.tabs]) this.#closeTab(device, tab);
        device.storage.losePower((states) => random.pick(states));
        this.watch.rebooted(device);
        return;
      case 'evict':
        for (const tab of [...device.tabs]) this.#closeTab(device, tab);
        device.storage.wipe();
        this.watch.evicted(device);
        return;
      case 'loseDatabase': {
        for (const tab of [...device.tabs]) this.#closeTab(device, tab);
        const { data, missed } = device.storage;
        device.storage.loseDatabase(this.#newId);
        this.watch.lost(device, data, missed);
        return;
      }
      case 'jumpClock':
        device.skew = random.pick(SKEWS) ?? 0;
        return;
      case 'killServer':
        this.#killServer();
        return;
      case 'upgrade':
        this.#killServer();
        this.server.formats.current += 1;
        return;
      case 'changeRole':
        this.#member(projectId, { role: random.pick(LATER_ROLES) ?? 'contributor' });
        return;
      case 'removeMember':
        this.#member(projectId, { state: 'removed' });
        return;
      case 'readmit':
        this.#member(projectId, { state: 'active' });
        return;
      case 'changeTeam':
        this.#team(projectId);
        return;
      case 'deleteComment':
        this.#deleteComment(projectId);
        return;
      case 'backup':
        this.#backup = this.server.state;
        return;
      case 'restore':
        this.#restore(true);
        return;
      case 'restoreUnnoticed':
        this.#restore(false);
        return;
      case 'copyStore':
        this.#copyStore(device);
        return;
      case 'fillDisk':
        device.storage.full = !device.storage.full;
        return;
      case 'refuse':
        device.refusal = device.refusal ? undefined : random.pick(REFUSALS);
        return;
      case 'signOut': {
        for (const tab of [...device.tabs]) this.#closeTab(device, tab);
        const { journal } = device.storage.data;
        if (device.storage.signOut()) this.watch.signedOut(device, journal);
        else this.watch.evicted(device);
        return;
      }
      case 'discard': {
        const edit = random.pick([...device.storage.data.edits.values()].filter((one) => one.state === 'rejected'));
        if (edit) {
          this.watch.letGo(edit);
          // A full disk keeps it: the user discards it again later.
          discard(this.#tabOf(device).parts, edit.n).catch(() => undefined);
        }
        return;
      }
      case 'step':
        return;
    }
  }

  async run(events: number): Promise<void> {
    for (let count = 0; count < events; count += 1) {
      this.#event();
      const steps = this.random.below(7);
      for (let step = 0; step < steps; step += 1) await this.scheduler.advance();
    }
  }

  async #healDevice(device: Device): Promise<void> {
    const tab = device.tabs[0] ?? this.#openTab(device);
    for (const other of device.tabs.slice(1)) this.#closeTab(device, other);
    tab.busy = false;
    tab.uploading = false;
    for (let file = 0; file < 30 && waitingFiles(device.storage.data) > 0; file += 1) {
      void this.#upload(tab);
      await this.scheduler.drain(5_000);
    }
    void this.#round(device, tab, PROJECTS);
    if (!(await this.scheduler.drain(20_000)))
      this.watch.note('liveness', `device ${device.index} never ends its round`);
  }

  /** With all faults off, each device must settle with nothing left to send within a bounded number of rounds. */
  async heal(): Promise<void> {
    this.faults = false;
    for (const device of this.devices) {
      device.cut = false;
      device.refusal = undefined;
      device.storage.full = false;
    }
    this.#trace('healing');
    if (!(await this.scheduler.drain(20_000))) this.watch.note('liveness', 'the world does not come to rest');
    for (let round = 0; round < 8; round += 1) {
      const isSettled = () => this.devices.every((device) => nothingToSend(device.storage.data));
      const settledBefore = isSettled();
      const changes = this.server.state.log.length;
      for (const device of this.devices) await this.#healDevice(device);
      // A device that notices a restore only now queues its acknowledged edits again, which takes another round.
      if (settledBefore && isSettled() && changes === this.server.state.log.length) break;
    }
    await this.watch.atRest(this.devices, PROJECTS);
  }
}

/** Runs one schedule. The same options give the same result. */
export async function runSchedule(options: Options): Promise<Outcome> {
  const world = new World(options);
  await world.begin();
  await world.run(options.events ?? EVENTS);
  // If an invariant is already violated, there is no need to recover.
  if (world.watch.violations.length === 0) await world.heal();
  const { violations, counts } = world.watch;
  return { seed: options.seed, violations, steps: world.scheduler.ticks, ...counts };
}
