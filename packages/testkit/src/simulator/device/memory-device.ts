// A device's store in memory: committed batches are durable, everything else is lost with the tab; several tabs, one
// writer.

import { AppError } from '@plumbline/core/kernel/errors';
import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/site/entities';
import type {
  AnyRow,
  BaseRow,
  Batch,
  BlobRecord,
  DeviceState,
  Edit,
  LocalStore,
  ProjectState,
} from '@plumbline/core/sync/client/store';
import type { Flaw } from '../flaws.ts';
import type { Life, Scheduler } from '../run/scheduler.ts';

/** All durable data; never mutated. */
export type DeviceData = {
  device: DeviceState | undefined;
  projects: ReadonlyMap<string, ProjectState>;
  edits: ReadonlyMap<number, Edit>;
  journal: ReadonlyMap<number, Edit>;
  blobs: ReadonlyMap<string, BlobRecord>;
  rows: ReadonlyMap<Entity, ReadonlyMap<string, AnyRow>>;
  base: ReadonlyMap<string, BaseRow>;
};

/** What only the device has, which is kept twice. */
type Copied = Pick<DeviceData, 'device' | 'edits' | 'blobs'>;

/** Whether the batch only moves edits to later numbers, as when other edits are sent ahead of them. */
function isLettingPass({ edits, device, ...rest }: Batch): boolean {
  const gone = edits?.filter(({ edit }) => edit === undefined) ?? [];
  return device !== undefined && gone.length > 0 && gone.length * 2 === edits?.length && Object.keys(rest).length === 0;
}

const withoutReads = (edit: Edit): Edit => (edit.touched ? { ...edit, touched: { ...edit.touched, reads: [] } } : edit);

export function emptyData(): DeviceData {
  return {
    device: undefined,
    projects: new Map(),
    edits: new Map(),
    journal: new Map(),
    blobs: new Map(),
    rows: new Map(ENTITY_NAMES.map((entity) => [entity, new Map()])),
    base: new Map(),
  };
}

function withEntries<K, V>(map: ReadonlyMap<K, V>, entries: readonly (readonly [K, V | undefined])[]) {
  if (entries.length === 0) return map;
  const next = new Map(map);
  for (const [key, value] of entries) {
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

function purged(data: DeviceData, projects: readonly string[]): DeviceData {
  const keeps = (row: { projectId: string }) => !projects.includes(row.projectId);
  const rows = new Map(
    [...data.rows].map(([entity, table]) => [entity, new Map([...table].filter(([, row]) => keeps(row)))]),
  );
  return { ...data, rows, base: new Map([...data.base].filter(([, row]) => keeps(row))) };
}

function withRows(rows: DeviceData['rows'], changes: NonNullable<Batch['rows']>): DeviceData['rows'] {
  if (changes.length === 0) return rows;
  const next = new Map(rows);
  for (const [entity, list] of Map.groupBy(changes, (one) => one.entity))
    next.set(
      entity,
      withEntries(
        next.get(entity) ?? new Map(),
        list.map(({ id, row }) => [id, row]),
      ),
    );
  return next;
}

/** The data after the batch was applied. */
export function landed(before: DeviceData, batch: Batch): DeviceData {
  const data = batch.purge?.length ? purged(before, batch.purge) : before;
  const kept = batch.journalUpTo ?? 0;
  const journal = kept === 0 ? data.journal : new Map([...data.journal].filter(([n]) => n > kept));
  return {
    device: batch.device ?? data.device,
    projects: withEntries(
      data.projects,
      (batch.projects ?? []).map((project) => [project.projectId, project]),
    ),
    edits: withEntries(
      data.edits,
      (batch.edits ?? []).map(({ n, edit }) => [n, edit]),
    ),
    journal: withEntries(
      journal,
      (batch.journal ?? []).map(({ n, edit }) => [n, edit]),
    ),
    blobs: withEntries(
      data.blobs,
      (batch.blobs ?? []).map(({ id, blob }) => [id, blob]),
    ),
    rows: withRows(data.rows, batch.rows ?? []),
    base: withEntries(
      data.base,
      (batch.base ?? []).map(({ row, ...rest }) => [
        `${rest.entity} ${rest.id}`,
        row === undefined ? undefined : { ...rest, row },
      ]),
    ),
  };
}

/** The storage of a device, shared by its tabs. */
export class DeviceStorage {
  data = emptyData();
  /** The second copy, in a place of its own: written after the first, and made equal to it when the app starts. */
  copy: Copied = emptyData();
  /** Whether a write is missing in the copy. */
  missed = false;
  /** No write succeeds until there is free space again. */
  full = false;
  /** The states since the last write that was flushed to disk, oldest first; a power cut leaves one of them. */
  #unsynced: DeviceData[] = [];
  #holder: Life | undefined;
  #queue: { life: Life; go: () => void }[] = [];
  readonly flaws: ReadonlySet<Flaw>;
  readonly scheduler: Pick<Scheduler, 'step'>;
  /** Called after every committed batch. */
  readonly watch: (before: DeviceData, after: DeviceData) => void;

  constructor(
    scheduler: Pick<Scheduler, 'step'>,
    flaws: ReadonlySet<Flaw>,
    watch: (before: DeviceData, after: DeviceData) => void,
  ) {
    this.scheduler = scheduler;
    this.flaws = flaws;
    this.watch = watch;
  }

  /** Returns what was written. */
  put(batch: Batch): Batch {
    const before = this.data;
    const written = this.#spoiled(batch);
    this.data = landed(before, written);
    // As in the browser's store: writes of the user's edits are flushed to disk, writes of pulled rows are not.
    const waits = batch.edits?.length && !this.flaws.has('disk not waited for');
    this.#unsynced = waits ? [] : [...this.#unsynced, before];
    this.watch(before, this.data);
    return written;
  }

  putCopy({ device, edits, blobs }: Batch): void {
    const batch = { ...(device && { device }), ...(edits && { edits }), ...(blobs && { blobs }) };
    const { device: nextDevice, edits: nextEdits, blobs: nextBlobs } = landed({ ...emptyData(), ...this.copy }, batch);
    this.copy = { device: nextDevice, edits: nextEdits, blobs: nextBlobs };
  }

  /** Makes the copy equal to what is stored, unless a write is in progress. */
  follow(): void {
    if (this.#holder) return;
    const { device, edits, blobs } = this.data;
    this.copy = { device, edits, blobs };
    this.missed = false;
  }

  /** The browser finds its database damaged and deletes it: the copy is written back, under a new identity. */
  loseDatabase(newId: () => string): void {
    const { device, ...rest } = this.copy;
    const another = device && { ...device, deviceId: newId(), settled: 0 };
    delete another?.receipt;
    // What the server has acknowledged is sent again, as after a change of identity.
    const edits = [...rest.edits].map(([n, { head: _, confirmed: __, ...edit }]): [number, Edit] => [
      n,
      { ...edit, state: edit.state === 'applied' ? 'queued' : edit.state },
    ]);
    this.data = { ...emptyData(), ...rest, edits: new Map(edits), device: another };
    this.#unsynced = [];
  }

  /** The batch as a store with the active flaws would write it. */
  #spoiled(batch: Batch): Batch {
    const { flaws } = this;
    if (flaws.size === 0) return batch;
    const { purge, journal, ...rest } = batch;
    return {
      ...rest,
      ...(purge && !flaws.has('kept after removal') && { purge }),
      ...(journal && !flaws.has('no journal') && { journal }),
      ...(batch.base && flaws.has('base forgotten') && { base: batch.base.filter((one) => one.row === undefined) }),
      ...(batch.rows && flaws.has('nothing swept') && { rows: batch.rows.filter((one) => one.row !== undefined) }),
      ...(batch.edits &&
        flaws.has('rejections dropped') && {
          edits: batch.edits.map(({ n, edit }) => ({ n, edit: edit?.state === 'rejected' ? undefined : edit })),
        }),
      ...(batch.edits &&
        flaws.has('reads not recorded') && {
          edits: batch.edits.map(({ n, edit }) => ({ n, edit: edit && withoutReads(edit) })),
        }),
      ...(batch.blobs &&
        flaws.has('refused files taken as sent') && {
          blobs: batch.blobs.map(({ id, blob }) => ({
            id,
            blob: blob?.state === 'refused' ? { ...blob, state: 'there' as const } : blob,
          })),
        }),
      ...(batch.projects &&
        flaws.has('loads taken as whole') && {
          projects: batch.projects.map((project) => ({ ...project, load: null })),
        }),
    };
  }

  /** Reverts to some state since the last flush, as after a power cut. */
  losePower(pick: (states: readonly DeviceData[]) => DeviceData | undefined): void {
    const before = this.data;
    this.data = pick([...this.#unsynced, before]) ?? before;
    this.#unsynced = [];
  }

  wipe(): void {
    this.data = emptyData();
    this.copy = emptyData();
    this.#unsynced = [];
  }

  /**
   * The user signs out: what the server has is deleted, unsent edits and files are kept. Returns false if there were
   * none, and nothing is left.
   */
  signOut(): boolean {
    const { edits, blobs, device } = this.data;
    const named = new Set([...edits.values()].flatMap((edit) => edit.blobs));
    const kept = [...blobs].filter(([id, blob]) => blob.state !== 'there' || named.has(id));
    const unsent = kept.filter(([, blob]) => blob.state !== 'there');
    const isLeft = unsent.length > 0 || [...edits.values()].some(({ state }) => state !== 'applied');
    this.wipe();
    if (isLeft) this.data = { ...this.data, device, edits, blobs: new Map(kept) };
    this.follow();
    if (isLeft && this.flaws.has('queue emptied at sign-out')) this.data = { ...this.data, edits: new Map() };
    return isLeft;
  }

  async take(life: Life): Promise<void> {
    if (this.#holder === undefined) this.#holder = life;
    else await new Promise<void>((go) => this.#queue.push({ life, go }));
  }

  give(): void {
    const next = this.#queue.shift();
    this.#holder = next?.life;
    next?.go();
  }

  /** The tab was closed: its lock passes to the next tab in the queue. */
  closed(life: Life): void {
    this.#queue = this.#queue.filter((one) => one.life !== life);
    if (this.#holder === life) this.give();
  }
}

/** The store as seen by one tab. */
export class TabStore implements LocalStore {
  readonly #storage: DeviceStorage;
  readonly #life: Life;
  /** With the flaw "old answer taken in": the project state the tab believes since its request. */
  readonly believed = new Map<string, ProjectState>();
  /** With the flaw "stale reply accepted": the identity under which the reply was requested, until it is processed. */
  sentAs: string | undefined;
  /** The copy could not be written: the tab leaves it behind. */
  #isBehind = false;
  readonly #copyFails: () => boolean;

  constructor(storage: DeviceStorage, life: Life, copyFails: () => boolean = () => false) {
    this.#storage = storage;
    this.#life = life;
    this.#copyFails = copyFails;
  }

  get #data(): DeviceData {
    return this.#storage.data;
  }

  async exclusively<T>(fn: (land: (batch: Batch) => Promise<void>) => Promise<T>): Promise<T> {
    const storage = this.#storage;
    const locked = !storage.flaws.has('two writers');
    const { sentAs } = this;
    await storage.scheduler.step(this.#life);
    if (locked) await storage.take(this.#life);
    try {
      let held = false;
      const done = await fn(async (batch) => {
        held = storage.flaws.has('photos hold all back') && isLettingPass(batch);
        if (!held) await this.#land(batch);
      });
      // No edit was moved, so the caller gets false.
      return held ? (false as T) : done;
    } finally {
      if (sentAs === this.sentAs) this.sentAs = undefined;
      if (locked) storage.give();
    }
  }

  async #land(requested: Batch): Promise<void> {
    const storage = this.#storage;
    const { flaws, scheduler } = storage;
    await scheduler.step(this.#life);
    const batch = this.#asItself(requested);
    if (storage.full && flaws.has('full disk ignored')) return;
    if (storage.full) throw new AppError('device_full');
    this.believed.clear();
    if (flaws.has('queue in memory first') && batch.edits?.some(({ edit }) => edit?.state === 'queued')) {
      const { rows, base, ...later } = batch;
      storage.put({ ...(rows && { rows }), ...(base && { base }) });
      void scheduler.step(this.#life, 5).then(() => storage.put(later));
      return;
    }
    if (flaws.has('place saved before rows') && batch.projects) {
      const { projects, ...rest } = batch;
      storage.put({ projects });
      await scheduler.step(this.#life);
      storage.put(rest);
      return;
    }
    if (flaws.has('receipts written apart') && batch.journal) {
      const { journal, ...rest } = batch;
      storage.put(rest);
      await scheduler.step(this.#life);
      storage.put({ journal });
      return;
    }
    if (flaws.has('numbers given twice') && batch.device && batch.edits) {
      const { device, ...rest } = batch;
      storage.put(rest);
      void scheduler.step(this.#life).then(() => storage.put({ device }));
      return;
    }
    const written = storage.put(batch);
    if (flaws.has('copy not waited for')) {
      void scheduler.step(this.#life, 5).then(() => this.#copy(written));
      await scheduler.step(this.#life);
      return;
    }
    const { missed } = storage;
    // Until it is written: the tab may end before.
    storage.missed = true;
    await scheduler.step(this.#life);
    storage.missed = missed;
    this.#copy(written);
  }

  #copy(batch: Batch): void {
    this.#isBehind ||= this.#copyFails();
    if (this.#isBehind) this.#storage.missed = true;
    else this.#storage.putCopy(batch);
  }

  #asItself(batch: Batch): Batch {
    const { device } = this.#data;
    if (!device || !batch.device || batch.device.deviceId !== this.sentAs) return batch;
    return { ...batch, device: { ...batch.device, deviceId: device.deviceId } };
  }

  async device(): Promise<DeviceState | undefined> {
    const { device } = this.#data;
    return device && this.sentAs !== undefined ? { ...device, deviceId: this.sentAs } : device;
  }

  async project(projectId: string): Promise<ProjectState | undefined> {
    return this.believed.get(projectId) ?? this.#data.projects.get(projectId);
  }

  async projects(): Promise<ProjectState[]> {
    return [...this.#data.projects.values()];
  }

  async edits(): Promise<Edit[]> {
    return [...this.#data.edits.values()].sort((a, b) => a.n - b.n);
  }

  async journal(): Promise<Edit[]> {
    return [...this.#data.journal.values()].sort((a, b) => a.n - b.n);
  }

  async blobs(): Promise<BlobRecord[]> {
    return [...this.#data.blobs.values()];
  }

  async row<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    // The table of an entity holds rows of that type.
    return this.#data.rows.get(entity)?.get(id) as Rows[E] | undefined;
  }

  async find<E extends Entity>(entity: E, field: keyof Rows[E] & string, value: string): Promise<Rows[E][]> {
    const found: Rows[E][] = [];
    for (const row of this.#data.rows.get(entity)?.values() ?? [])
      if ((row as Rows[E])[field] === value) found.push(row as Rows[E]);
    return found;
  }

  async ids(entity: Entity, projectId: string): Promise<string[]> {
    const rows = this.#data.rows.get(entity)?.values() ?? [];
    return [...rows].filter((row) => row.projectId === projectId).map((row) => row.id);
  }

  async base(projectId: string): Promise<BaseRow[]> {
    return [...this.#data.base.values()].filter((one) => one.projectId === projectId);
  }
}
