// Backups in an S3 store, and what happens when the store or a disk fails during a backup or a restore.
import { Readable } from 'node:stream';
import { AppError } from '@plumbline/core/kernel/errors';
import { tasksOf } from '@plumbline/server/app/features';
import { backupStore } from '@plumbline/server/features/backups/backup-store';
import { openBackupStore } from '@plumbline/server/features/backups/jobs';
import { makeBackup } from '@plumbline/server/features/backups/make-backup';
import { backupKey } from '@plumbline/server/features/backups/sealed-stream';
import { verifyBackup } from '@plumbline/server/features/backups/verify-backup';
import type { Files } from '@plumbline/server/platform/files/files';
import { folderFiles } from '@plumbline/server/platform/files/folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../database.ts';
import {
  addFile,
  type BackupSite,
  backUp,
  emptyInstallation,
  KEY,
  restoreInto,
  startBackupSite,
} from './backup-site.ts';
import { type S3Place, startS3 } from './s3-place.ts';

const FILES = 8;

let cluster: TestCluster;
let place: S3Place;
let here: BackupSite;

beforeAll(async () => {
  cluster = await startTestCluster();
  place = await startS3();
  const site = await startBackupSite(cluster, { BACKUP_KEY: KEY, ...place.environment });
  here = { ...site, store: place.storeWith() };
  for (let n = 0; n < FILES; n += 1) await addFile(here.server.services, here.site);
});
afterAll(async () => {
  await here?.close();
  await place?.close();
  await cluster?.stop();
});

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** Calls `before` ahead of the second call of `name`. */
function interrupted(files: Files, name: 'open' | 'put', before: () => void): Files {
  let calls = 0;
  const original = files[name].bind(files) as (...given: unknown[]) => Promise<never>;
  const method = (...given: unknown[]) => {
    calls += 1;
    if (calls === 2) before();
    return original(...given);
  };
  return { ...files, [name]: method };
}

/** Replaces an object by other bytes. */
async function alter(object: string, change: (bytes: Buffer) => Buffer): Promise<Buffer> {
  const { files } = place.storeWith();
  const intact = Buffer.concat(await (await files.open(object)).toArray());
  await files.remove(object);
  await files.put(object, Readable.from([change(Buffer.from(intact))]));
  return intact;
}

it('backs up to the configured bucket, copies each file once, and restores from it', async () => {
  const { services } = here.server;
  const job = { id: '1', attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
  await tasksOf(services)['backups.make']?.({}, job);
  const { backup } = services.config;
  expect(backup?.files.kind).toBe('s3');
  const [id = ''] = (await (backup && openBackupStore(backup))?.list())?.complete ?? [];
  expect((await verifyBackup(here.store, id, { content: true })).problems).toEqual([]);
  const second = await backUp(here);
  expect(second).toMatchObject({ files: FILES, added: 0, removed: 1 });
  const target = await emptyInstallation(cluster);
  await restoreInto(here, target, here.store, second.manifest.id);
  const restored = await target.database.root.query<{ key: string; size: string }>('SELECT key, size FROM blob');
  expect(restored.rowCount).toBe(FILES);
  for (const { key, size } of restored.rows)
    expect((await folderFiles(target.filesFolder).stat(key))?.size).toBe(Number(size));
  await target.close();
});

it('refuses a bucket with backups under another key, and reports an altered object', async () => {
  const { id } = (await backUp(here)).manifest;
  const target = await emptyInstallation(cluster);
  const refusal = (store = here.store) => messageOf(restoreInto(here, target, store, id));
  const other = 'x'.repeat(40);
  expect(await refusal(place.storeWith(other))).toMatch(/encrypted with another key/u);
  expect(await messageOf(backUp({ ...here, store: place.storeWith(other) }))).toMatch(/another key/u);
  const object = `backups/${id}/database`;
  const intact = await alter(object, (bytes) => bytes.fill(0, 200, 204));
  expect(await refusal()).toMatch(/altered: .*database is damaged/u);
  await alter(object, () => intact);
  expect((await target.database.root.query('SELECT FROM organisation')).rowCount).toBe(0);
  await target.close();
});

it('reports a store that becomes unavailable during a backup; the next backup completes and cleans up', async () => {
  const own = await startS3();
  const store = own.storeWith();
  const files = interrupted(here.source.files, 'open', own.cut);
  expect(await messageOf(makeBackup({ ...here.source, files }, store))).toMatch(/^StoreError: The store for backups/u);
  own.mend();
  expect((await store.list()).complete).toEqual([]);
  const next = await backUp({ ...here, store });
  expect(next.files).toBe(FILES);
  expect(await store.list()).toMatchObject({ complete: [next.manifest.id], interrupted: [] });
  expect((await verifyBackup(store, next.manifest.id, { content: true })).problems).toEqual([]);
  await own.close();
});

it('reports a store that becomes unavailable during a restore, which can be repeated', async () => {
  const { id } = (await backUp(here)).manifest;
  const target = await emptyInstallation(cluster);
  const failing = interrupted(folderFiles(target.filesFolder), 'put', place.cut);
  expect(await messageOf(restoreInto(here, target, here.store, id, { files: failing }))).toMatch(/^StoreError: /u);
  expect(await messageOf(verifyBackup(here.store, id, { content: true }))).toMatch(/^StoreError: /u);
  place.mend();
  // Still an empty installation: nothing is forced.
  await restoreInto(here, target, here.store, id);
  expect((await target.database.root.query('SELECT FROM blob')).rowCount).toBe(FILES);
  await target.close();
});

it('reports which disk is full, that of the backups or that of the installation', async () => {
  const { id } = (await backUp(here)).manifest;
  const full = (files: Files): Files => ({
    ...files,
    put: async () => {
      throw new AppError('no_space');
    },
  });
  const target = await emptyInstallation(cluster);
  const onto = full(folderFiles(target.filesFolder));
  expect(await messageOf(restoreInto(here, target, here.store, id, { files: onto }))).toMatch(
    /^BackupError: The disk of the installation is full/u,
  );
  expect((await target.database.root.query('SELECT FROM organisation')).rowCount).toBe(0);
  const place = backupStore(full(folderFiles(here.folder)), backupKey(KEY));
  expect(await messageOf(backUp({ ...here, store: place }))).toBe('StoreError: The disk for backups is full.');
  await target.close();
});
