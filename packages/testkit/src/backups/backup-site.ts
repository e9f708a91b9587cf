// An installation with files, its backups in a folder, and an empty installation to restore them into.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@plumbline/server/db/pool';
import { type BackupStore, backupStore } from '@plumbline/server/features/backups/backup-store';
import { type BackupSource, makeBackup } from '@plumbline/server/features/backups/make-backup';
import { restoreBackup } from '@plumbline/server/features/backups/restore-backup';
import { backupKey } from '@plumbline/server/features/backups/sealed-stream';
import { storeFile } from '@plumbline/server/features/uploads/store-file';
import type { Files } from '@plumbline/server/platform/files/files';
import { folderFiles } from '@plumbline/server/platform/files/folder';
import type { Services } from '@plumbline/server/platform/services';
import type { TestCluster, TestDatabase } from '../database.ts';
import { silent } from '../postgres/cluster.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { makeSite, type TestSite } from '../sync/site.ts';

export const KEY = 'a key for backups that is long enough to be one';

export type BackupSite = {
  server: TestServer;
  site: TestSite;
  /** Where the backups are. */
  folder: string;
  store: BackupStore;
  source: BackupSource;
  close(): Promise<void>;
};

export const storeIn = (folder: string, key = KEY): BackupStore => backupStore(folderFiles(folder), backupKey(key));

/** `environment`: the settings of another place than the folder. */
export async function startBackupSite(cluster: TestCluster, environment?: Record<string, string>): Promise<BackupSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-backups-'));
  const inFolder = { BACKUP_FOLDER: folder, BACKUP_KEY: KEY };
  const server = await startTestServer({ cluster, environment: environment ?? inFolder });
  const site = await makeSite(server.database);
  const { config, pool, files, clock } = server.services;
  return {
    server,
    site,
    folder,
    store: storeIn(folder),
    source: { config, pool, files, clock },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file of the installation; returns its key in the store. */
export async function addFile(
  services: Services,
  { organisationId, newId }: TestSite,
  size = 200_000,
): Promise<string> {
  const content = randomBytes(size);
  const file = path.join(services.config.dataDir, newId());
  await writeFile(file, content);
  const id = newId();
  await storeFile(services, { organisationId, userId: null }, { id, path: file, mime: 'image/jpeg', name: 'a.jpg' });
  return `blobs/${organisationId}/${createHash('sha256').update(content).digest('hex')}`;
}

/** A backup of a later moment than the one before. */
export function backUp({ source, store, server }: BackupSite) {
  server.clock.advance(1_000);
  return makeBackup(source, store);
}

export type Restored = { database: TestDatabase; filesFolder: string; close(): Promise<void> };

/** An installation without content. */
export async function emptyInstallation(cluster: TestCluster): Promise<Restored> {
  const database = await cluster.database();
  const filesFolder = mkdtempSync(path.join(tmpdir(), 'plumbline-restored-'));
  return {
    database,
    filesFolder,
    async close() {
      await database.close();
      rmSync(filesFolder, { recursive: true, force: true });
    },
  };
}

/** As the command does it: with connections of its own. */
export async function restoreInto(
  { server }: BackupSite,
  { database, filesFolder }: Restored,
  store: BackupStore,
  id: string,
  { force = false, files = folderFiles(filesFolder) }: { force?: boolean; files?: Files } = {},
): Promise<void> {
  const pool = openPool(database.url, silent, 4);
  try {
    await restoreBackup({ config: server.services.config, pool, files, force }, store, id);
  } finally {
    await pool.end();
  }
}
