// The device's store over IndexedDB: reads by key or index, writes in one transaction, one writer across all tabs. Its
// contents are encrypted.

import { ENTITY_NAMES, type Entity, type Rows } from '@plumbline/core/site/entities';
import type {
  BaseRow,
  Batch,
  BlobRecord,
  DeviceState,
  Edit,
  LocalStore,
  ProjectState,
} from '@plumbline/core/sync/client/store';
import { removeProjectDownloads } from './downloads/idb-downloads.ts';
import type { RowChange, RowChanges, RowSource } from './live-rows.ts';
import { abort, asRefusal, type Database, DOWNLOAD_STORES, type StoreName, type Writing } from './local-database.ts';
import type { Seal } from './sealing/seal.ts';
import { Records, type SealedFile } from './sealing/sealed-records.ts';
import { STORED_KEY } from './sealing/stored-key.ts';
import { type CopyWriting, isCopied, type SecondCopy } from './second-copy.ts';

/** Maximum rows listed one by one in a notification; beyond that only the entities are named. */
const MAX_NOTICE = 400;
/** Rows written, and rows read, before the browser gets a chance to paint. */
const SLICE = 200;
const PAGE = 1_000;
/** The first page of a list that shows what has been read so far: more than a screen shows. */
const FIRST_PAGE = 100;
/** Sorts after every id. */
const LAST = '\uffff';

/** The entries of an index with this value, optionally only those after an id. */
const having = (value: string, above = '') => IDBKeyRange.bound([value, above], [value, LAST], above !== '');

/** Drafts share a store with the bytes of files, whose keys are ids. */
const DRAFT = 'draft ';
const draftKey = (name: string): string => `${DRAFT}${name}`;

/** What was written, as broadcast to the tabs. */
export type BatchChanges = { rows?: RowChanges; edits: boolean; blobs: boolean; projects: string[] };

function storesOf(batch: Batch): StoreName[] {
  const names = new Set<StoreName>();
  if (batch.purge?.length) for (const name of [...ENTITY_NAMES, 'base' as const, ...DOWNLOAD_STORES]) names.add(name);
  for (const { entity } of batch.rows ?? []) names.add(entity);
  if (batch.base?.length) names.add('base');
  if (batch.edits?.length) names.add('edits');
  if (batch.journal?.length || batch.journalUpTo) names.add('journal');
  if (batch.blobs?.length) for (const name of ['blobs', 'bytes'] as const) names.add(name);
  if (batch.projects?.length) names.add('projects');
  if (batch.device) names.add('device');
  return [...names];
}

async function purge(tx: Writing, projectId: string): Promise<void> {
  const drop = async (name: StoreName, range: IDBKeyRange) => {
    const store = tx.objectStore(name);
    const keys = await store.index('projectId').getAllKeys(range);
    await Promise.all(keys.map((key) => store.delete(key)));
  };
  for (const entity of ENTITY_NAMES) await drop(entity, having(projectId));
  await drop('base', IDBKeyRange.only(projectId));
  await removeProjectDownloads(tx, projectId);
}

/**
 * A batch in its stored form. It is sealed before the transaction begins, as an IndexedDB transaction does not wait for
 * other promises.
 */
async function closed(records: Records, batch: Batch) {
  const rows: { entity: Entity; id: string; record: unknown }[] = [];
  const given = batch.rows ?? [];
  for (let at = 0; at < given.length; at += SLICE) {
    const part = given.slice(at, at + SLICE).map(async ({ entity, id, row }) => {
      return { entity, id, record: row && (await records.closeRow(entity, row)) };
    });
    rows.push(...(await Promise.all(part)));
  }
  const [base, edits, journal, blobs] = await Promise.all([
    Promise.all(
      (batch.base ?? []).map(async ({ entity, id, projectId, row }) => ({
        key: [entity, id],
        record: row === undefined ? undefined : await records.closeBase({ entity, id, projectId, row }),
      })),
    ),
    Promise.all(
      (batch.edits ?? []).map(async ({ n, edit }) => ({ n, record: edit && (await records.closeEdit('edits', edit)) })),
    ),
    Promise.all(
      (batch.journal ?? []).map(async ({ n, edit }) => ({
        n,
        record: edit && (await records.closeEdit('journal', edit)),
      })),
    ),
    Promise.all(
      (batch.blobs ?? []).map(async ({ id, blob }) => ({ id, record: blob && (await records.closeBlob(blob)) })),
    ),
  ]);
  return { rows, base, edits, journal, blobs };
}
type Closed = Awaited<ReturnType<typeof closed>>;

async function putRows(tx: Writing, rows: Closed['rows']): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) {
    const written = rows.slice(at, at + SLICE).map(({ entity, id, record }) => {
      const store = tx.objectStore(entity);
      return record ? store.put(record) : store.delete(id);
    });
    // Waiting between slices lets the browser paint; the transaction stays open because its requests are still
    // arriving.
    await Promise.all(written);
  }
}

async function write(tx: Writing, batch: Batch, sealed: Closed): Promise<void> {
  for (const projectId of batch.purge ?? []) await purge(tx, projectId);
  await putRows(tx, sealed.rows);
  const store = (name: StoreName) => tx.objectStore(name);
  const keep = (name: StoreName, key: IDBValidKey, record: unknown): Promise<unknown> =>
    record === undefined ? store(name).delete(key) : store(name).put(record);
  // The journal is cleared before new entries are written to it.
  if (batch.journalUpTo) await store('journal').delete(IDBKeyRange.upperBound(batch.journalUpTo));
  await Promise.all([
    ...sealed.base.map(({ key, record }) => keep('base', key, record)),
    ...sealed.edits.map(({ n, record }) => keep('edits', n, record)),
    ...sealed.journal.map(({ n, record }) => keep('journal', n, record)),
    ...sealed.blobs.map(({ id, record }) => keep('blobs', id, record)),
    ...sealed.blobs.flatMap(({ id, record }) => (record ? [] : [store('bytes').delete(id)])),
    ...(batch.projects ?? []).map((state) => store('projects').put(state)),
    ...(batch.device ? [store('device').put(batch.device, 'device')] : []),
  ]);
}

/** The part of a batch that only this device has. */
async function copy(tx: CopyWriting, batch: Batch, sealed: Closed): Promise<void> {
  const keep = (name: 'edits' | 'blobs', key: IDBValidKey, record: unknown): Promise<unknown> =>
    record === undefined ? tx.objectStore(name).delete(key) : tx.objectStore(name).put(record);
  const large = new Set((batch.blobs ?? []).flatMap(({ id, blob }) => (blob && !isCopied(blob) ? [id] : [])));
  await Promise.all([
    ...sealed.edits.map(({ n, record }) => keep('edits', n, record)),
    ...sealed.blobs.filter(({ id }) => !large.has(id)).map(({ id, record }) => keep('blobs', id, record)),
    ...sealed.blobs.flatMap(({ id, record }) => (record ? [] : [tx.objectStore('bytes').delete(id)])),
    ...(batch.device ? [tx.objectStore('device').put(batch.device, 'device')] : []),
  ]);
}

function noticeOf(batch: Batch): RowChanges | undefined {
  if (batch.purge?.length) return { again: ENTITY_NAMES };
  const rows = batch.rows ?? [];
  if (rows.length === 0) return undefined;
  if (rows.length > MAX_NOTICE) return { again: [...new Set(rows.map((one) => one.entity))] };
  // The last change to a row wins.
  return { rows: rows as readonly RowChange[] };
}

/** Whether files can be stored as such: not in a private window of Safari, where only plain bytes can be. */
async function takesBlobs(database: Database): Promise<boolean> {
  const tx = database.transaction('bytes', 'readwrite');
  tx.done.catch(() => undefined);
  try {
    await tx.store.put(new Blob(['x']), 'trial');
  } catch (error) {
    // On a full disk the file itself is refused, with the reason.
    return asRefusal(error) !== error;
  }
  tx.abort();
  return true;
}

export type OpenedStore = { database: Database; name: string; seal: Seal; copy: SecondCopy | undefined };

export class IdbStore implements LocalStore, RowSource {
  readonly #database: Database;
  readonly #name: string;
  readonly #landed: (landed: BatchChanges) => void;
  readonly #records: Records;
  readonly #copy: SecondCopy | undefined;
  #takesBlobs: Promise<boolean> | undefined;

  constructor({ database, name, seal, copy }: OpenedStore, landed: (landed: BatchChanges) => void) {
    this.#database = database;
    this.#name = name;
    this.#landed = landed;
    this.#records = new Records(seal);
    this.#copy = copy;
  }

  exclusively<T>(fn: (land: (batch: Batch) => Promise<void>) => Promise<T>): Promise<T> {
    return navigator.locks.request(`${this.#name}.write`, () => fn((batch) => this.#land(batch)));
  }

  async #land(batch: Batch): Promise<void> {
    const stores = storesOf(batch);
    if (stores.length === 0) return;
    const sealed = await closed(this.#records, batch);
    // The copy first: if it has no space, nothing is written.
    if (batch.edits?.length || batch.blobs?.length || batch.device)
      await this.#copy?.write((writing) => copy(writing, batch, sealed));
    // Edits must survive a power cut; rows read from the server can be read again.
    const durability = batch.edits?.length ? 'strict' : 'relaxed';
    const tx = this.#database.transaction(stores as string[], 'readwrite', { durability });
    const done = tx.done;
    done.catch(() => undefined);
    try {
      await write(tx, batch, sealed);
      await done;
    } catch (error) {
      abort(tx);
      throw asRefusal(error);
    }
    const rows = noticeOf(batch);
    this.#landed({
      ...(rows && { rows }),
      edits: (batch.edits?.length ?? 0) > 0,
      blobs: (batch.blobs?.length ?? 0) > 0,
      projects: (batch.projects ?? []).map((project) => project.projectId),
    });
  }

  async #writeBytes(key: string, bytes: Blob, write: (sealed: SealedFile) => Promise<unknown>): Promise<SealedFile> {
    this.#takesBlobs ??= takesBlobs(this.#database);
    const sealed = await this.#records.closeBytes(key, bytes, await this.#takesBlobs);
    try {
      await write(sealed);
    } catch (error) {
      throw asRefusal(error);
    }
    return sealed;
  }

  /** Stores a file together with its record, atomically. */
  async keepBytes(record: BlobRecord, bytes: Blob): Promise<void> {
    const about = await this.#records.closeBlob(record);
    const sealed = await this.#writeBytes(record.id, bytes, (file) => {
      const tx = this.#database.transaction(['blobs', 'bytes'], 'readwrite', { durability: 'strict' });
      return Promise.all([tx.objectStore('blobs').put(about), tx.objectStore('bytes').put(file, record.id), tx.done]);
    });
    if (isCopied(record)) {
      try {
        await this.#copy?.write((writing) =>
          Promise.all([writing.objectStore('blobs').put(about), writing.objectStore('bytes').put(sealed, record.id)]),
        );
      } catch (error) {
        await this.#dropBytes(record.id).catch(() => undefined);
        throw error;
      }
    }
    this.#landed({ edits: false, blobs: true, projects: [] });
  }

  async #dropBytes(id: string): Promise<void> {
    const tx = this.#database.transaction(['blobs', 'bytes'], 'readwrite');
    await Promise.all([tx.objectStore('blobs').delete(id), tx.objectStore('bytes').delete(id), tx.done]);
  }

  /** Stores a draft, or deletes it. No edit refers to it and it is never sent. */
  async keepDraft(name: string, bytes: Blob | undefined): Promise<void> {
    const key = draftKey(name);
    if (bytes === undefined) {
      await this.#database.delete('bytes', key);
      await this.#copy?.writeIfPossible((writing) => writing.objectStore('bytes').delete(key));
      return;
    }
    const sealed = await this.#writeBytes(key, bytes, (file) => this.#database.put('bytes', file, key));
    if (isCopied(bytes)) await this.#copy?.write((writing) => writing.objectStore('bytes').put(sealed, key));
  }

  /** The names of the drafts that begin with this prefix. */
  async draftNames(begin: string): Promise<string[]> {
    const keys = await this.#database.getAllKeys('bytes', IDBKeyRange.bound(draftKey(begin), draftKey(begin) + LAST));
    return keys.map((key) => String(key).slice(DRAFT.length));
  }

  draft(name: string): Promise<Blob | undefined> {
    return this.bytes(draftKey(name));
  }

  async bytes(blobId: string): Promise<Blob | undefined> {
    return this.#records.openBytes(blobId, await this.#database.get('bytes', blobId));
  }

  // Device and project records are not encrypted: they hold only ids, numbers and stages.
  async device(): Promise<DeviceState | undefined> {
    return (await this.#database.get('device', 'device')) as DeviceState | undefined;
  }

  async project(projectId: string): Promise<ProjectState | undefined> {
    return (await this.#database.get('projects', projectId)) as ProjectState | undefined;
  }

  async projects(): Promise<ProjectState[]> {
    return (await this.#database.getAll('projects')) as ProjectState[];
  }

  async edits(): Promise<Edit[]> {
    return Promise.all((await this.#database.getAll('edits')).map((one) => this.#records.openEdit('edits', one)));
  }

  async journal(): Promise<Edit[]> {
    return Promise.all((await this.#database.getAll('journal')).map((one) => this.#records.openEdit('journal', one)));
  }

  async blobs(): Promise<BlobRecord[]> {
    return Promise.all((await this.#database.getAll('blobs')).map((one) => this.#records.openBlob(one)));
  }

  async row<E extends Entity>(entity: E, id: string): Promise<Rows[E] | undefined> {
    const record: unknown = await this.#database.get(entity, id);
    return record === undefined ? undefined : this.#records.openRow(entity, record);
  }

  /** Reads page by page: a change made meanwhile may be missing, unless the caller holds the write lock. */
  async find<E extends Entity>(
    entity: E,
    field: string,
    value: string,
    onPart?: (rows: readonly Rows[E][]) => void,
  ): Promise<Rows[E][]> {
    if (field === 'id') {
      const row = await this.row(entity, value);
      return row ? [row] : [];
    }
    const pageAfter = (above: string | undefined, size: number) =>
      this.#database.getAllFromIndex(entity, field, having(value, above), size) as Promise<{ id: string }[]>;
    const rows: Rows[E][] = [];
    let size = onPart ? FIRST_PAGE : PAGE;
    let reading = pageAfter(undefined, size);
    for (;;) {
      const page = await reading;
      const isLast = page.length < size;
      // The next page is read while this one is decrypted.
      if (!isLast) {
        size = PAGE;
        reading = pageAfter(page.at(-1)?.id, size);
        reading.catch(() => undefined);
      }
      rows.push(...(await Promise.all(page.map((record) => this.#records.openRow(entity, record)))));
      if (isLast) return rows;
      onPart?.(rows);
    }
  }

  /** In one transaction: for the few rows of each value, transactions of their own would cost more than the rows. */
  async findAmong<E extends Entity>(entity: E, field: string, values: readonly string[]): Promise<Rows[E][]> {
    const index = this.#database.transaction(entity).store.index(field);
    const found = await Promise.all(values.map((value) => index.getAll(having(value)) as Promise<unknown[]>));
    return Promise.all(found.flat().map((record) => this.#records.openRow(entity, record)));
  }

  async ids(entity: Entity, projectId: string): Promise<string[]> {
    return (await this.#database.getAllKeysFromIndex(entity, 'projectId', having(projectId))) as string[];
  }

  async base(projectId: string): Promise<BaseRow[]> {
    const records = await this.#database.getAllFromIndex('base', 'projectId', projectId);
    return Promise.all(records.map((record) => this.#records.openBase(record)));
  }

  /** Number of rows of the entities that make up most of a project. */
  async count(projectId: string): Promise<number> {
    const counts = (['plan', 'pin', 'task', 'post', 'comment'] as const).map((entity) =>
      this.#database.countFromIndex(entity, 'projectId', having(projectId)),
    );
    return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  }

  /** Closes for good. With `wipe`, only what the server does not have is kept; returns whether there is any. */
  close({ wipe }: { wipe: boolean }): Promise<boolean> {
    // Under the write lock: reads still running in another task find the store closed.
    return navigator.locks.request(`${this.#name}.write`, async () => {
      try {
        const unsent = wipe && (await this.#wipe());
        if (unsent) await this.#copy?.follow(this.#database);
        return unsent;
      } finally {
        this.#database.close();
        this.#copy?.close();
      }
    });
  }

  async #wipe(): Promise<boolean> {
    const blobs = await this.blobs();
    const edits = await this.edits();
    // A file that an edit still names is kept: the server may lose it before it has the edit.
    const named = new Set(edits.flatMap((edit) => edit.blobs));
    const sent = blobs.filter((blob) => blob.state === 'there' && !named.has(blob.id));
    const isUnsent = edits.some((edit) => edit.state !== 'applied') || blobs.some((blob) => blob.state !== 'there');
    // Drafts are also only here: unfinished pins, and reports ordered offline.
    if (!isUnsent && (await this.draftNames('')).length === 0) return false;
    const cleared = [...ENTITY_NAMES, 'base', 'journal', 'projects', ...DOWNLOAD_STORES];
    const names = [...cleared, 'blobs', 'bytes', 'device'];
    const tx = this.#database.transaction(names, 'readwrite', { durability: 'strict' });
    await Promise.all([
      // What is kept stays locked until its user signs in again.
      tx.objectStore('device').delete(STORED_KEY),
      ...cleared.map((name) => tx.objectStore(name).clear()),
      ...sent.flatMap(({ id }) => ['blobs', 'bytes'].map((name) => tx.objectStore(name).delete(id))),
      tx.done,
    ]);
    return true;
  }
}
