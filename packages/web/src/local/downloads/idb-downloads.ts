// Downloaded plans in IndexedDB. Ids, sizes and states are in plain text, the content of files is encrypted.
import { AppError } from '@plumbline/core/kernel/errors';
import type { DeviceFile, DownloadStore, PlanDownload } from '@plumbline/core/sync/downloads/store';
import { asRefusal, type Database, DOWNLOAD_STORES, type Writing } from '../local-database.ts';
import type { Seal } from '../sealing/seal.ts';
import type { SecondCopy } from '../second-copy.ts';
import { readPiece, sealPiece } from './pieces.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** All keys of a plan: an array sorts after every text. */
const ofPlan = (planId: string) => IDBKeyRange.bound([planId], [planId, []]);
const ofFile = (planId: string, key: string) => IDBKeyRange.bound([planId, key], [planId, key, []]);

function removePlan(tx: Writing, planId: string): Promise<unknown> {
  return Promise.all([
    tx.objectStore('downloads').delete(planId),
    tx.objectStore('files').delete(ofPlan(planId)),
    tx.objectStore('pieces').delete(ofPlan(planId)),
  ]);
}

/** Part of a transaction that removes everything about a project. */
export async function removeProjectDownloads(tx: Writing, projectId: string): Promise<void> {
  const plans = await tx.objectStore('downloads').index('projectId').getAllKeys(projectId);
  for (const planId of plans) await removePlan(tx, String(planId));
}

type ArrivedPiece = { file: DeviceFile; sealed: Bytes; resolve: () => void; reject: (error: unknown) => void };

export class IdbDownloads implements DownloadStore {
  readonly #database: Database;
  readonly #seal: Seal;
  readonly #copy: SecondCopy | undefined;
  #pieces: ArrivedPiece[] = [];
  #isWriting = false;

  constructor({ database, seal, copy }: { database: Database; seal: Seal; copy: SecondCopy | undefined }) {
    this.#database = database;
    this.#seal = seal;
    this.#copy = copy;
  }

  async downloads(): Promise<PlanDownload[]> {
    return (await this.#database.getAll('downloads')) as PlanDownload[];
  }

  async download(planId: string): Promise<PlanDownload | undefined> {
    return (await this.#database.get('downloads', planId)) as PlanDownload | undefined;
  }

  async file(planId: string, key: string): Promise<DeviceFile | undefined> {
    return (await this.#database.get('files', [planId, key])) as DeviceFile | undefined;
  }

  async files(planId: string): Promise<DeviceFile[]> {
    return (await this.#database.getAll('files', ofPlan(planId))) as DeviceFile[];
  }

  /** The files with this key, or whose keys begin with it, in any plan. */
  async filesByKey(key: string, { prefix = false } = {}): Promise<DeviceFile[]> {
    const range = prefix ? IDBKeyRange.bound(key, `${key}\uffff`) : IDBKeyRange.only(key);
    return (await this.#database.getAllFromIndex('files', 'key', range)) as DeviceFile[];
  }

  /** The keys of the files of all plans. */
  async keys(): Promise<Set<string>> {
    const keys = (await this.#database.getAllKeys('files')) as [planId: string, key: string][];
    return new Set(keys.map(([, key]) => key));
  }

  async start(downloads: readonly PlanDownload[]): Promise<void> {
    const started = await this.#write((tx) => {
      const store = tx.objectStore('downloads');
      const start = async (download: PlanDownload) => {
        const known = (await store.get(download.planId)) as PlanDownload | undefined;
        const next = known ? { ...download, target: known.target, revisionId: known.revisionId } : download;
        await store.put(next);
        return next;
      };
      return Promise.all(downloads.map(start));
    });
    await this.#copy?.writeIfPossible((tx) =>
      Promise.all(started.map((next) => tx.objectStore('downloads').put(next))),
    );
  }

  async change(planId: string, change: (now: PlanDownload) => PlanDownload): Promise<PlanDownload | undefined> {
    const { now, next } = await this.#write(async (tx) => {
      const downloads = tx.objectStore('downloads');
      const found = (await downloads.get(planId)) as PlanDownload | undefined;
      const changed = found && change(found);
      if (changed) await downloads.put(changed);
      return { now: found, next: changed };
    });
    // Its stages mean nothing without its files.
    if (next && (next.state !== now?.state || next.options !== now.options))
      await this.#copy?.writeIfPossible((tx) => tx.objectStore('downloads').put(next));
    return next;
  }

  async addPiece(file: DeviceFile, bytes: Bytes): Promise<void> {
    const sealed = await sealPiece(this.#seal, file, file.pieces - 1, bytes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pieces.push({ file, sealed, resolve, reject });
    if (!this.#isWriting) void this.#writePieces();
    return promise;
  }

  /** Writes the pieces that have arrived during a transaction in the next: most files are small, and each costs one. */
  async #writePieces(): Promise<void> {
    this.#isWriting = true;
    for (let pieces = this.#pieces.splice(0); pieces.length > 0; pieces = this.#pieces.splice(0)) {
      const together = await this.#putPieces(pieces).catch(() => undefined);
      // One that cannot be written, as on a full device, must not hold up the others.
      for (const piece of pieces)
        if (together?.has(piece.file.planId)) piece.resolve();
        else await this.#putAlone(piece);
    }
    this.#isWriting = false;
  }

  async #putAlone({ file, sealed, resolve, reject }: ArrivedPiece): Promise<void> {
    try {
      const written = await this.#putPieces([{ file, sealed }]);
      if (!written.has(file.planId)) throw new AppError('not_found');
      resolve();
    } catch (error) {
      reject(error);
    }
  }

  /** Returns the plans that are still being downloaded; pieces of others are not written. */
  #putPieces(pieces: readonly Pick<ArrivedPiece, 'file' | 'sealed'>[]): Promise<ReadonlySet<string>> {
    return this.#write(async (tx) => {
      const planIds = new Set(pieces.map(({ file }) => file.planId));
      const known = await Promise.all([...planIds].map((planId) => tx.objectStore('downloads').getKey(planId)));
      const here = new Set(known.flatMap((planId) => (planId === undefined ? [] : [String(planId)])));
      const puts = pieces
        .filter(({ file }) => here.has(file.planId))
        .flatMap(({ file, sealed }) => [
          tx.objectStore('pieces').put(sealed, [file.planId, file.key, file.pieces - 1]),
          tx.objectStore('files').put(file),
        ]);
      await Promise.all(puts);
      return here;
    });
  }

  async finish(download: PlanDownload, keep: ReadonlySet<string>): Promise<void> {
    const { planId } = download;
    await this.#write(async (tx) => {
      const [downloads, files] = [tx.objectStore('downloads'), tx.objectStore('files')];
      if ((await downloads.getKey(planId)) === undefined) return;
      await downloads.put(download);
      for (const { key } of (await files.getAll(ofPlan(planId))) as DeviceFile[]) {
        if (keep.has(key)) continue;
        await Promise.all([files.delete([planId, key]), tx.objectStore('pieces').delete(ofFile(planId, key))]);
      }
    });
  }

  async remove(planId: string): Promise<void> {
    await this.#write((tx) => removePlan(tx, planId));
    await this.#copy?.writeIfPossible((tx) => tx.objectStore('downloads').delete(planId));
  }

  /** Forgets that a file is here; its pieces are replaced when it is fetched again. */
  async forget({ planId, key }: DeviceFile): Promise<void> {
    await this.#write((tx) => tx.objectStore('files').delete([planId, key]));
  }

  /** A piece of a file; undefined if the browser has deleted it. */
  piece(file: DeviceFile, at: number): Promise<Bytes | undefined> {
    return readPiece({ database: this.#database, seal: this.#seal }, file, at);
  }

  async #write<T>(work: (tx: Writing) => Promise<T>): Promise<T> {
    const tx = this.#database.transaction([...DOWNLOAD_STORES] as string[], 'readwrite', { durability: 'relaxed' });
    const done = tx.done;
    done.catch(() => undefined);
    try {
      const result = await work(tx);
      await done;
      return result;
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // The transaction has already ended.
      }
      throw asRefusal(error);
    }
  }
}
