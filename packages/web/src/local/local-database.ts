// Where a user's content lives in this browser: one database for each user and organisation.
import { ENTITIES, ENTITY_NAMES, type Entity } from '@plumbline/core/site/entities';
import { deleteDB, type IDBPDatabase, openDB } from 'idb';

export type Database = IDBPDatabase<unknown>;

/**
 * Goes up with each entity that is added: what is missing is then made. An index added later needs a step of its own.
 * Once more since records are sealed: a program from before must not read what it would not understand.
 */
const VERSION = 2 + ENTITY_NAMES.length;

/** Stores beside those of the entities. `device` holds the device itself, and the lock of the place. */
const STORES = ['base', 'edits', 'journal', 'blobs', 'bytes', 'projects', 'device'] as const;
export type StoreName = Entity | (typeof STORES)[number];

/** The fields rows are looked up by: what the entity declares, and always the project. */
export function indexesOf(entity: Entity): string[] {
  return [...new Set<string>([...ENTITIES[entity].indexes, 'projectId'])];
}

function createEntities(database: Database): void {
  for (const entity of ENTITY_NAMES) {
    if (database.objectStoreNames.contains(entity)) continue;
    const store = database.createObjectStore(entity, { keyPath: 'id' });
    // The id with it, so that many rows can be read a part at a time.
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

/** Opens the place, made at first sight. `outdated` is called when a newer version of the program wants to change it. */
export async function openPlace(name: string, outdated: () => void): Promise<Database> {
  const database = await openDB<unknown>(name, VERSION, {
    upgrade: (made, from) => {
      if (from < 1) create(made);
      createEntities(made);
    },
    blocking: () => {
      database.close();
      outdated();
    },
  });
  return database;
}

export async function deletePlace(name: string): Promise<void> {
  await deleteDB(name);
}
