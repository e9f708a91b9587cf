// Checks a backup: everything is there, and with `content` every byte is what was stored.

import { inParallel } from '../../platform/concurrency/in-parallel.ts';
import { BackupError, StoreError } from './backup-error.ts';
import { type BackupStore, clusterObject, databaseObject, listObject, type Manifest } from './backup-store.ts';
import { type Frame, unpackFrames } from './frames.ts';
import { sealedSize } from './sealed-stream.ts';
import { checkContent } from './stored-file.ts';

const CONCURRENCY = 4;
const MAX_PROBLEMS = 100;

/** The rows of a backup. Throws BackupError if they are damaged. */
export const framesOf = (store: BackupStore, id: string): AsyncGenerator<Frame> =>
  unpackFrames(store.read(databaseObject(id)));

async function requireSize(store: BackupStore, object: string, size: number): Promise<void> {
  const found = await store.files.stat(object);
  if (!found) throw new BackupError(`The backup is incomplete: ${object} is missing.`);
  if (found.size < size) throw new BackupError(`The backup is incomplete: ${object} is cut off.`);
  if (found.size > size) throw new BackupError(`The backup was altered: ${object} has grown.`);
}

async function checkDatabase(store: BackupStore, id: string): Promise<void> {
  for await (const _ of framesOf(store, id));
}

/** Returns the manifest and what is wrong, in sentences. Throws BackupError if the backup cannot be read at all. */
export async function verifyBackup(
  store: BackupStore,
  id: string,
  { content }: { content: boolean },
): Promise<{ manifest: Manifest; problems: string[] }> {
  const manifest = await store.readManifest(id);
  const lost = new Set(manifest.missing);
  const problems: string[] = [];
  const check = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof BackupError) || error instanceof StoreError) throw error;
      if (problems.length < MAX_PROBLEMS) problems.push(error.message);
    }
  };
  await check(async () => {
    await requireSize(store, databaseObject(id), manifest.databaseBytes);
    await checkDatabase(store, id);
  });
  await check(async () => {
    if (!manifest.cluster || !(await store.files.stat(clusterObject(id)))) return;
    await requireSize(store, clusterObject(id), manifest.cluster.bytes);
    if (content) for await (const _ of unpackFrames(store.read(clusterObject(id))));
  });
  await check(async () => {
    await requireSize(store, listObject(id), manifest.listBytes);
    await inParallel(store.readList(id), CONCURRENCY, (file) =>
      check(async () => {
        if (lost.has(file.key)) return;
        const object = store.fileObject(file.key);
        await requireSize(store, object, sealedSize(file.size));
        if (content) await checkContent(file, store.read(object));
      }),
    );
  });
  return { manifest, problems };
}
