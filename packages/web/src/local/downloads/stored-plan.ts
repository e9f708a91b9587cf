// A downloaded plan, read from the database before the app has opened it: no more than a drawing needs. Nothing is
// created, upgraded or written.
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { type DeviceFile, isComplete, type PlanDownload, packKey } from '@plumbline/core/sync/downloads/store';
import { type IDBPDatabase, openDB } from 'idb';
import type { Seal } from '../sealing/seal.ts';
import { openRow } from '../sealing/sealed-row.ts';
import { storedSeal } from '../sealing/stored-key.ts';
import { DeviceFiles } from './device-files.ts';
import { readPiece } from './pieces.ts';

export type StoredPlan = {
  image: Pick<RevisionRow, 'id' | 'pyramid'>;
  /** False: of a newer revision only the row is here. */
  isCurrent: boolean;
  /** The image of a tile. Throws if the browser has deleted it. */
  tile(tile: { z: number; x: number; y: number }): Promise<Blob>;
  close(): void;
};

/** Fails if there is none of this name. */
const openExisting = (name: string): Promise<IDBPDatabase<unknown>> =>
  openDB<unknown>(name, undefined, {
    upgrade: (_made, _from, _to, tx) => tx.abort(),
    // The app upgrades or deletes it.
    blocking: (_at, _to, { target }) => (target as IDBDatabase).close(),
  });

async function find(database: IDBPDatabase<unknown>, seal: Seal, planId: string) {
  const [record, download] = await Promise.all([database.get('plan', planId), database.get('downloads', planId)]);
  if (!record || !download) return undefined;
  const { currentRevisionId }: PlanRow = await openRow(seal, 'plan', record);
  for (const revisionId of [currentRevisionId, (download as PlanDownload).revisionId]) {
    if (!revisionId) continue;
    const [pack, row] = await Promise.all([
      database.get('files', [planId, packKey(revisionId)]) as Promise<DeviceFile | undefined>,
      database.get('revision', revisionId),
    ]);
    if (!pack || !isComplete(pack) || !row) continue;
    const image = await openRow(seal, 'revision', row);
    return { image, pack, isCurrent: revisionId === currentRevisionId };
  }
  return undefined;
}

/** Undefined if the plan is not here, or the database opens only with the server's half of its key. */
export async function openStoredPlan(name: string, planId: string): Promise<StoredPlan | undefined> {
  const database = await openExisting(name);
  const close = () => database.close();
  try {
    const seal = await storedSeal(database);
    const found = seal && (await find(database, seal, planId));
    if (!found) {
      close();
      return undefined;
    }
    const files = new DeviceFiles({ piece: (file, at) => readPiece({ database, seal }, file, at) });
    return { image: found.image, isCurrent: found.isCurrent, tile: (tile) => files.tile(found.pack, tile), close };
  } catch (error) {
    close();
    throw error;
  }
}
