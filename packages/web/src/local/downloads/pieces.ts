// The sealed pieces of downloaded files, by plan, file and number.
import type { DeviceFile } from '@plumbline/core/sync/downloads/store';
import type { IDBPDatabase } from 'idb';
import type { Seal } from '../sealing/seal.ts';

type Bytes = Uint8Array<ArrayBuffer>;
export type PieceKey = Pick<DeviceFile, 'planId' | 'key'>;
export type OpenPlace = { database: IDBPDatabase<unknown>; seal: Seal };

const place = (key: string, at: number): string => `piece ${key} ${at}`;

export const sealPiece = (seal: Seal, { key }: PieceKey, at: number, bytes: Bytes): Promise<Bytes> =>
  seal.closeBytes(place(key, at), bytes);

/** Undefined if the browser has deleted it. */
export async function readPiece({ database, seal }: OpenPlace, { planId, key }: PieceKey, at: number) {
  const sealed = (await database.get('pieces', [planId, key, at])) as Bytes | undefined;
  return sealed && seal.openBytes(place(key, at), sealed);
}
