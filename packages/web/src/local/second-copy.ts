// A second copy of what only this device has: edits the server may not have, their files, drafts, the device with its
// keys, and which plans are downloaded. When Chromium finds the database of a bucket damaged, as it may after it was
// killed while writing, it deletes everything in that bucket. The copy is in a bucket of its own. Other browsers have
// neither buckets nor this behaviour.
import { FIRST_STAGE } from '@plumbline/core/sync/downloads/stages';
import type { PlanDownload } from '@plumbline/core/sync/downloads/store';
import { type IDBPDatabase, wrap } from 'idb';
import { abort, asRefusal, type Database, deleteLocalDatabase, LOCK } from './local-database.ts';

type StorageBucket = { readonly indexedDB: IDBFactory };

/** The part of https://wicg.github.io/storage-buckets/ that is used here. */
type StorageBuckets = { open(name: string, options?: { persisted?: boolean }): Promise<StorageBucket> };

declare global {
  interface Navigator {
    readonly storageBuckets?: StorageBuckets;
  }
}

const BUCKET = 'unsent';

/** Stores whose records contain their keys. */
const KEYED = { edits: 'n', blobs: 'id', downloads: 'planId' } as const;
const STORES = ['edits', 'blobs', 'downloads', 'bytes', 'device'] as const;
type CopiedStore = (typeof STORES)[number];

/** Larger files, which are long videos, take too long to be written twice. In bytes. */
const MAX_COPIED = 64 * 2 ** 20;
export const isCopied = ({ size }: { size: number }): boolean => size <= MAX_COPIED;

/** What a write fails with while the browser closes the database, and once it is closed. */
const CLOSED = ['AbortError', 'InvalidStateError'];

type Entry = { key: IDBValidKey; value: unknown };
type Store = { put(value: unknown, key?: IDBValidKey): Promise<unknown>; delete(key: IDBValidKey): Promise<void> };
/** Writes to both copies in the same way. */
export type CopyWriting = { objectStore(name: CopiedStore): Store };

/** Kept as long as the page: Chromium no longer answers requests to a database whose bucket was garbage-collected. */
let bucket: StorageBucket | undefined;

async function bucketFactory(): Promise<IDBFactory | undefined> {
  bucket ??= await navigator.storageBuckets?.open(BUCKET, { persisted: true });
  return bucket?.indexedDB;
}

function finished(request: IDBOpenDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
}

async function openIn(factory: IDBFactory, name: string): Promise<IDBPDatabase> {
  const request = factory.open(name, 1);
  request.onupgradeneeded = () => {
    for (const store of STORES)
      request.result.createObjectStore(store, store in KEYED ? { keyPath: KEYED[store as keyof typeof KEYED] } : {});
  };
  await finished(request);
  return wrap(request.result);
}

/** Deletes a database with its copy. */
export async function deleteWithCopy(name: string): Promise<void> {
  // The copy first: a copy without its original would be restored.
  const factory = await bucketFactory().catch(() => undefined);
  if (factory) await finished(factory.deleteDatabase(name)).catch(() => undefined);
  await deleteLocalDatabase(name);
}

async function entriesOf(database: Database | IDBPDatabase, store: CopiedStore): Promise<Entry[]> {
  const reading = (database as IDBPDatabase).transaction(store).objectStore(store);
  const [keys, values] = await Promise.all([reading.getAllKeys(), reading.getAll()]);
  return keys.map((key, at) => ({ key, value: values[at] }));
}

const put = (store: Store, name: CopiedStore, { key, value }: Entry): Promise<unknown> =>
  name in KEYED ? store.put(value) : store.put(value, key);

const sizeOf = (bytes: unknown): number =>
  bytes instanceof Blob ? bytes.size : ((bytes as { sealedFile?: Blob } | undefined)?.sealedFile?.size ?? 0);

/** Nothing of the plan is here any more. */
const fromTheStart = (download: PlanDownload): PlanDownload => ({
  ...download,
  state: download.state === 'DONE' ? 'IN_PROGRESS' : download.state,
  stage: FIRST_STAGE,
  target: null,
  revisionId: null,
});

export class SecondCopy {
  readonly #database: IDBPDatabase;
  #isBehind = false;
  #isClosed = false;

  /** Undefined in a browser without buckets. `lost` is called when the browser has closed the copy. */
  static async open(name: string, lost: () => void): Promise<SecondCopy | undefined> {
    try {
      const factory = await bucketFactory();
      return factory && new SecondCopy(await openIn(factory, name), lost);
    } catch (error) {
      console.warn('no second copy of what is not sent', error);
      return undefined;
    }
  }

  private constructor(database: IDBPDatabase, lost: () => void) {
    this.#database = database;
    // Another tab deletes it.
    database.addEventListener('versionchange', () => this.close());
    database.addEventListener('close', lost);
  }

  close(): void {
    this.#isClosed = true;
    this.#database.close();
  }

  /** Writes everything back into an original that is empty; returns whether it was. The caller holds the write lock. */
  async restoreInto(original: Database): Promise<boolean> {
    const isEmpty = (await original.getKey('device', LOCK)) === undefined;
    if (!isEmpty || (await this.#database.getKey('device', LOCK)) === undefined) return false;
    const all = await Promise.all(
      STORES.map(async (name) => ({ name, entries: await entriesOf(this.#database, name) })),
    );
    const tx = original.transaction([...STORES] as string[], 'readwrite', { durability: 'strict' });
    for (const { name, entries } of all)
      for (const { key, value } of entries) {
        const now = name === 'downloads' ? fromTheStart(value as PlanDownload) : value;
        put(tx.objectStore(name) as Store, name, { key, value: now }).catch(() => undefined);
      }
    await tx.done;
    return true;
  }

  /** Makes the copy equal to the original. The caller holds the write lock. */
  async follow(original: Database): Promise<void> {
    try {
      this.#isBehind = false;
      const copied = new Set(await this.#database.getAllKeys('bytes'));
      // Files are written to the original first, also without the lock.
      const files = await original.getAllKeys('bytes');
      const left: IDBValidKey[] = [];
      for (const key of files) {
        if (copied.delete(key)) continue;
        const value: unknown = await original.get('bytes', key);
        if (value === undefined || !isCopied({ size: sizeOf(value) })) left.push(key);
        else await this.#database.put('bytes', value, key);
      }
      const others = STORES.filter((name) => name !== 'bytes');
      const all = await Promise.all(others.map(async (name) => ({ name, entries: await entriesOf(original, name) })));
      await this.#write(async (tx) => {
        await Promise.all(others.map((name) => (tx.objectStore(name) as unknown as IDBObjectStore).clear()));
        // A record without its file would be sent without it.
        for (const { name, entries } of all)
          for (const entry of entries)
            if (name !== 'blobs' || !left.includes(entry.key)) await put(tx.objectStore(name), name, entry);
        for (const key of copied) await tx.objectStore('bytes').delete(key);
      });
    } catch (error) {
      this.#stayBehind(error);
    }
  }

  /**
   * Writes what is written to the original, too. What has no space here is refused: on a full disk Chromium may delete the
   * original, and what a person was told is saved must then be here. After any other failure the copy stays behind until
   * the database is opened again.
   */
  async write(change: (tx: CopyWriting) => Promise<unknown>): Promise<void> {
    if (this.#isBehind) return;
    try {
      await this.#write(change);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal !== error || this.#isBeingLost(error)) throw refusal;
      this.#stayBehind(error);
    }
  }

  /** Writes what can be had again, if there is space for it. */
  async writeIfPossible(change: (tx: CopyWriting) => Promise<unknown>): Promise<void> {
    await this.write(change).catch(() => undefined);
  }

  /** Whether the browser has closed the copy. It is about to say so, and everything is opened again. */
  #isBeingLost(error: unknown): boolean {
    return error instanceof DOMException && CLOSED.includes(error.name) && !this.#isClosed;
  }

  async #write(change: (tx: CopyWriting) => Promise<unknown>): Promise<void> {
    const tx = this.#database.transaction([...STORES], 'readwrite', { durability: 'strict' });
    const { done } = tx;
    done.catch(() => undefined);
    try {
      await change(tx as unknown as CopyWriting);
    } catch (error) {
      abort(tx);
      throw error;
    }
    await done;
  }

  #stayBehind(error: unknown): void {
    this.#isBehind = true;
    console.warn('the second copy of what is not sent stays behind', error);
  }
}
