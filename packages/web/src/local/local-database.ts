// Where a user's content is kept in this browser: one database for each user and organisation.
import { AppError } from '@plumbline/core/kernel/errors';
import { ENTITY_NAMES, type Entity, INDEXES } from '@plumbline/core/site/entities';
import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

export type Database = IDBPDatabase<unknown>;
export type Writing = IDBPTransaction<unknown, string[], 'readwrite'>;

/**
 * Increases with each added entity: missing stores are then created. An index added later needs an upgrade step of its
 * own. Raised once more for sealed records, which an older version must not open, and for downloads.
 */
const VERSION = 3 + ENTITY_NAMES.length;

/** Stores besides those of the entities. `device` holds the device state, the lock and the keys of the database. */
const STORES = ['base', 'edits', 'journal', 'blobs', 'bytes', 'projects', 'device'] as const;
/** A key in the store `device`, next to the device itself. */
export const LOCK = 'lock';
/** Downloaded plans, their files, and the pieces of these. */
export const DOWNLOAD_STORES = ['downloads', 'files', 'pieces'] as const;
export type StoreName = Entity | (typeof STORES)[number] | (typeof DOWNLOAD_STORES)[number];

/** The fields rows are looked up by: those the entity declares, and always the project. */
export function indexesOf(entity: Entity): string[] {
  return [...new Set<string>([...INDEXES[entity], 'projectId'])];
}

function createEntities(database: Database): void {
  for (const entity of ENTITY_NAMES) {
    if (database.objectStoreNames.contains(entity)) continue;
    const store = database.createObjectStore(entity, { keyPath: 'id' });
    // Indexed together with the id, so that many rows can be read in pages.
    for (const field of indexesOf(entity)) store.createIndex(field, [field, 'id']);
  }
}

function create(database: Database): void {
  database.createObjectStore('base', { keyPath: ['entity', 'id'] }).createIndex('projectId', 'projectId');
  database.createObjectStore('edits', { keyPath: 'n' });
  database.createObjectStore('journal', { keyPath: 'n' });
  database.createObjectStore('blobs', { keyPath: 'id' });
  database.createObjectStore('bytes');
  database.createObjectStore('projects', { keyPath: 'projectId' });
  database.createObjectStore('device');
}

function createDownloads(database: Database): void {
  if (database.objectStoreNames.contains('downloads')) return;
  database.createObjectStore('downloads', { keyPath: 'planId' }).createIndex('projectId', 'projectId');
  database.createObjectStore('files', { keyPath: ['planId', 'key'] }).createIndex('key', 'key');
  // By plan, file and number.
  database.createObjectStore('pieces');
}

export type Closings = {
  /** A newer version of the app wants to upgrade the database. */
  outdated: () => void;
  /** The browser has closed the database: Chromium does so when a write fails because the disk is full. */
  lost: () => void;
};

/** Opens the database, creating it if necessary. */
export async function openLocalDatabase(name: string, { outdated, lost }: Closings): Promise<Database> {
  const database = await openDB<unknown>(name, VERSION, {
    upgrade: (made, from) => {
      if (from < 1) create(made);
      createEntities(made);
      createDownloads(made);
    },
    blocking: () => {
      database.close();
      outdated();
    },
    terminated: lost,
  });
  return database;
}

export async function deleteLocalDatabase(name: string): Promise<void> {
  await deleteDB(name);
}

/** Undoes what a transaction has written; does nothing if it has already ended. */
export function abort(tx: Pick<IDBPTransaction, 'abort'>): void {
  try {
    tx.abort();
  } catch {
    // It has ended.
  }
}

/**
 * A write that failed because the device is full, as a refusal. Chromium reports a used-up quota as `QuotaExceededError`,
 * but a disk without space only as a failed write or as the reason why it closes the database.
 */
export function asRefusal(error: unknown): unknown {
  const isFull =
    error instanceof DOMException &&
    (error.name === 'QuotaExceededError' ||
      (error.name === 'DataError' && error.message.includes('IOError')) ||
      error.message.includes('NO_SPACE'));
  return isFull ? new AppError('device_full') : error;
}
