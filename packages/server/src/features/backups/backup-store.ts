// The objects of backups in a store: for each backup its manifest, database and list of files, and the files that all
// backups share. A backup exists as soon as its manifest does, which is written last.
import { Readable } from 'node:stream';
import { AppError } from '@plumbline/core/kernel/errors';
import { z } from 'zod';
import type { Files, Stored } from '../../platform/files/files.ts';
import { BackupError, reasonOf, StoreError } from './backup-error.ts';
import { type BackupKey, seal, unseal } from './sealed-stream.ts';

/** Increased when an older version can no longer read the format. */
export const FORMAT = 1;

const size = z.number().int().nonnegative();
const MANIFEST = z.object({
  format: z.number().int(),
  id: z.string(),
  /** The version of the program. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Identifies the installation, derived from its secret. */
  installation: z.string(),
  /** The secret of the installation in base64; null if it is a setting. */
  secretKey: z.string().nullable(),
  schema: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Sizes in the store, after compression and encryption. */
  databaseBytes: size,
  listBytes: size,
  files: size,
  fileBytes: size,
  /** Files that the installation itself had lost or that were damaged. */
  missing: z.array(z.string()),
  /** The copy of the embedded database from which any later moment can be restored; null without continuous backups. */
  cluster: z
    .object({
      bytes: size,
      system: z.string(),
      postgres: z.number().int(),
      machine: z.string(),
      firstSegment: z.string(),
      passwords: z.object({ owner: z.string(), program: z.string() }),
    })
    .nullable()
    .default(null),
});
export type Manifest = z.output<typeof MANIFEST>;

/** A file of a backup: its key in the installation's store. */
export type BackupFile = { key: string; size: number };

const FOLDER = 'backups';
const FILES = 'files';
export const databaseObject = (id: string): string => `${FOLDER}/${id}/database`;
export const listObject = (id: string): string => `${FOLDER}/${id}/files`;
export const clusterObject = (id: string): string => `${FOLDER}/${id}/cluster`;
const manifestObject = (id: string): string => `${FOLDER}/${id}/manifest`;

export type BackupStore = ReturnType<typeof backupStore>;

/** Errors of the store as messages: the disk is full, or the store does not respond. */
function storeError(error: unknown): never {
  if (error instanceof BackupError) throw error;
  if (error instanceof AppError && error.code === 'no_space') throw new StoreError('The disk for backups is full.');
  if (error instanceof AppError) throw error;
  throw new StoreError(`The store for backups failed: ${reasonOf(error)}`, { cause: error });
}

async function* describing<T>(content: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* content;
  } catch (error) {
    storeError(error);
  }
}

type StoredObjects = Pick<Files, 'put' | 'open' | 'stat' | 'remove' | 'list'>;

/** The same store, whose errors are described. Errors for a missing object and a name in use are unchanged. */
const withMessages = (files: StoredObjects): StoredObjects => ({
  put: (key, body) => files.put(key, body).catch(storeError),
  open: (key, range) => files.open(key, range).catch(storeError),
  stat: (key) => files.stat(key).catch(storeError),
  remove: (key) => files.remove(key).catch(storeError),
  list: (prefix) => describing(files.list(prefix)),
});

/** The lines that the query for files returns by COPY. */
export async function* parseFileList(list: AsyncIterable<Uint8Array>): AsyncGenerator<BackupFile> {
  let rest = '';
  for await (const piece of list) {
    const lines = (rest + Buffer.from(piece).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [file = '', bytes] = line.split('\t');
      yield { key: file, size: Number(bytes) };
    }
  }
}

export function backupStore(place: StoredObjects, key: BackupKey) {
  const files = withMessages(place);
  const fileObject = (of: string): string => {
    const name = key.nameOf(of);
    return `${FILES}/${name.slice(0, 2)}/${name}`;
  };

  async function write(object: string, content: AsyncIterable<Uint8Array>): Promise<Stored> {
    let failure: unknown;
    // Errors of the content are not errors of the store.
    async function* watched() {
      try {
        yield* content;
      } catch (error) {
        failure = error;
        throw error;
      }
    }
    return files.put(object, seal(key, object, watched())).catch((error: unknown) => {
      throw failure ?? error;
    });
  }

  async function* read(object: string): AsyncGenerator<Uint8Array> {
    const sealed = await files.open(object).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found')
        throw new BackupError(`The backup is incomplete: ${object} is missing.`);
      throw error;
    });
    yield* unseal(key, object, describing(sealed));
  }

  async function readManifest(id: string): Promise<Manifest> {
    const pieces: Uint8Array[] = [];
    for await (const piece of read(manifestObject(id))) pieces.push(piece);
    const found: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    const { format } = z.object({ format: z.number() }).parse(found);
    if (format > FORMAT)
      throw new BackupError(`The backup ${id} was made by a newer version of Plumbline: restore it with that version.`);
    return MANIFEST.parse(found);
  }

  return {
    files,
    key,
    write,
    read,
    readManifest,
    fileObject,
    async writeManifest(manifest: Manifest): Promise<void> {
      await write(manifestObject(manifest.id), Readable.from([Buffer.from(JSON.stringify(manifest))]));
    },
    /** The ids of all backups, oldest first, of those that have a copy of the cluster, and of interrupted ones. */
    async list(): Promise<{ complete: string[]; clusters: string[]; interrupted: string[] }> {
      const all = new Set<string>();
      const complete = new Set<string>();
      const clusters = new Set<string>();
      for await (const entry of files.list(`${FOLDER}/`)) {
        const [, id = '', object] = entry.key.split('/');
        all.add(id);
        if (object === 'manifest') complete.add(id);
        if (object === 'cluster') clusters.add(id);
      }
      const sorted = [...complete].sort();
      return {
        complete: sorted,
        clusters: sorted.filter((id) => clusters.has(id)),
        interrupted: [...all].filter((id) => !complete.has(id)),
      };
    },
    /** Removes a backup, but not its files, which other backups may contain. */
    async remove(id: string): Promise<void> {
      const objects = [manifestObject, databaseObject, listObject, clusterObject];
      for (const objectOf of objects) await files.remove(objectOf(id));
    },
    readList: (id: string): AsyncGenerator<BackupFile> => parseFileList(read(listObject(id))),
    /** All stored files. */
    listFiles: () => files.list(`${FILES}/`),
  };
}
