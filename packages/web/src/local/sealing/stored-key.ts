// The key of a local database while it is stored next to the content it opens, so that the app opens offline.
import type { IDBPDatabase } from 'idb';
import { Seal } from './seal.ts';

/** A key in the store `device`. */
export const STORED_KEY = 'held';

/** Undefined where it is not stored: the database opens only with the server's half. */
export async function storedSeal(database: IDBPDatabase<unknown>): Promise<Seal | undefined> {
  const key = (await database.get('device', STORED_KEY)) as CryptoKey | undefined;
  return key && new Seal(key);
}

/** Until the key is forgotten, this database opens without the server. */
export async function storeKey(database: IDBPDatabase<unknown>, { key }: Seal): Promise<void> {
  await database.put('device', key, STORED_KEY);
}

/** From now on this database can only be opened with the server's half. */
export async function deleteStoredKey(database: IDBPDatabase<unknown>): Promise<void> {
  await database.delete('device', STORED_KEY);
}
