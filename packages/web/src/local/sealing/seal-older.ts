// Seals the unencrypted records of an older version, in batches. Nothing is dropped, in particular no unsent edits.

import { ENTITY_NAMES, type Rows } from '@plumbline/core/site/entities';
import type { BaseRow, BlobRecord, Edit } from '@plumbline/core/sync/client/store';
import type { Database, StoreName } from '../local-database.ts';
import type { Seal } from './seal.ts';
import { Records } from './sealed-records.ts';
import { isSealed } from './sealed-row.ts';

const PART = 500;

/** Walks a store by key; records already sealed are left alone. If interrupted, the walk is repeated. */
async function sealStore(database: Database, store: StoreName, close: (record: unknown) => Promise<unknown>) {
  let above: IDBKeyRange | null = null;
  for (;;) {
    const records = (await database.getAll(store, above, PART)) as unknown[];
    const keys: IDBValidKey[] = await database.getAllKeys(store, above, PART);
    const last = keys.at(-1);
    if (last === undefined) return;
    const sealed = await Promise.all(records.filter((record) => !isSealed(record)).map(close));
    const tx = database.transaction(store, 'readwrite', { durability: 'strict' });
    await Promise.all([...sealed.map((record) => tx.store.put(record)), tx.done]);
    above = IDBKeyRange.lowerBound(last, true);
  }
}

async function sealFiles(database: Database, records: Records): Promise<void> {
  for (const key of await database.getAllKeys('bytes')) {
    const bytes: unknown = await database.get('bytes', key);
    if (!(bytes instanceof Blob)) continue;
    const sealed = await records.closeBytes(String(key), bytes, true);
    await database.transaction('bytes', 'readwrite', { durability: 'strict' }).store.put(sealed, key);
  }
}

/** Under the write lock, so that no other tab writes meanwhile. */
export function sealOlder(database: Database, name: string, seal: Seal): Promise<void> {
  return navigator.locks.request(`${name}.write`, async () => {
    const records = new Records(seal);
    // Data that exists only on this device comes first. Each store holds records of one kind.
    await sealStore(database, 'edits', (one) => records.closeEdit('edits', one as Edit));
    await sealStore(database, 'journal', (one) => records.closeEdit('journal', one as Edit));
    await sealStore(database, 'blobs', (one) => records.closeBlob(one as BlobRecord));
    await sealFiles(database, records);
    await sealStore(database, 'base', (one) => records.closeBase(one as BaseRow));
    for (const entity of ENTITY_NAMES)
      await sealStore(database, entity, (one) => records.closeRow(entity, one as Rows[typeof entity]));
  });
}
