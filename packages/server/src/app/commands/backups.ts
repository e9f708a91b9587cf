// Commands that make, list, verify and restore backups.
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../../config/config.ts';
import { migrate } from '../../db/migrate.ts';
import { BackupError } from '../../features/backups/backup-error.ts';
import type { BackupStore, Manifest } from '../../features/backups/backup-store.ts';
import { postgresVersion } from '../../features/backups/continuous/copy-cluster.ts';
import { restoreUntil } from '../../features/backups/continuous/restore-until.ts';
import { openBackupStore, recordedBackup } from '../../features/backups/jobs.ts';
import { requireEmpty, restoreBackup } from '../../features/backups/restore-backup.ts';
import { verifyBackup } from '../../features/backups/verify-backup.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { withInstallation } from './installation.ts';
import { UsageError } from './usage-error.ts';

function storeOf({ backup }: Config): BackupStore {
  if (!backup)
    throw new BackupError('No place for backups is set: BACKUP_FOLDER or BACKUP_S3_ENDPOINT, and BACKUP_KEY.');
  return openBackupStore(backup);
}

const START_NOW = 'Start Plumbline: devices send again what they have changed since.\n';

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const describe = ({ id, databaseBytes, files, fileBytes }: Manifest): string =>
  `${id}  database ${megabytes(databaseBytes)}, ${files} files of ${megabytes(fileBytes)}`;

export async function backup(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  return withInstallation({}, async ({ config, pool }) => {
    const store = storeOf(config);
    await migrate(pool);
    const source = { config, pool, files: openFiles(config.files), clock: systemClock };
    const { manifest, added, addedBytes, removed } = await recordedBackup(source, store);
    stdout.write(`${describe(manifest)}; ${added} files of ${megabytes(addedBytes)} are new\n`);
    if (removed > 0) stdout.write(`removed ${removed} older backups\n`);
    if (manifest.missing.length === 0) return 0;
    process.stderr.write(`The installation itself has lost these files, or they are damaged:\n`);
    for (const key of manifest.missing) process.stderr.write(`  ${key}\n`);
    return 1;
  });
}

export async function backups(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  const store = storeOf(readConfig());
  for (const id of (await store.list()).complete) stdout.write(`${describe(await store.readManifest(id))}\n`);
  return 0;
}

/** The backup with this id, the newest one before a time, or the newest one. */
async function choose(store: BackupStore, { backup: id, before }: { backup?: string; before?: string }) {
  const { complete } = await store.list();
  if (id !== undefined) {
    if (!complete.includes(id)) throw new BackupError(`There is no backup ${id}.`);
    return id;
  }
  const until = before === undefined ? undefined : timeOf(before, '--before');
  const chosen = complete.filter((one) => !until || one <= until.toISOString().replaceAll(':', '-')).at(-1);
  if (chosen === undefined) throw new BackupError('There is no backup.');
  return chosen;
}

export async function verify(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { backup: { type: 'string' }, all: { type: 'boolean' } } });
  const store = storeOf(readConfig());
  const ids = values.all ? (await store.list()).complete : [await choose(store, values)];
  let damaged = 0;
  for (const id of ids) {
    const { manifest, problems } = await verifyBackup(store, id, { content: true });
    stdout.write(`${describe(manifest)}: ${problems.length === 0 ? 'intact' : `${problems.length} problems`}\n`);
    for (const problem of problems) process.stderr.write(`  ${problem}\n`);
    if (problems.length > 0) damaged += 1;
  }
  return damaged === 0 ? 0 : 1;
}

const timeOf = (text: string, option: string): Date => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`${option} needs a time like 2026-11-23T08:00Z.`);
  return time;
};

async function restoreToMoment(moment: string, force: boolean): Promise<number> {
  const until = moment === 'latest' ? null : timeOf(moment, '--until');
  const config = readConfig();
  if (config.database.kind !== 'embedded')
    throw new BackupError('--until is for the embedded database: restore with the tools of the database server.');
  const store = storeOf(config);
  const postgres = await withInstallation({ alone: true }, async ({ pool }) => {
    await requireEmpty(pool, force);
    return postgresVersion(pool);
  });
  const { manifest, missing } = await restoreUntil({ config, files: openFiles(config.files), postgres }, store, until);
  for (const key of missing) process.stderr.write(`missing: ${key}\n`);
  stdout.write(`Restored ${describe(manifest)} and the changes since.\n${START_NOW}`);
  return missing.length === 0 ? 0 : 1;
}

export async function restore(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      backup: { type: 'string' },
      before: { type: 'string' },
      until: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  if (values.until !== undefined) return restoreToMoment(values.until, values.force);
  return withInstallation({ alone: true }, async ({ config, pool }) => {
    const store = storeOf(config);
    const id = await choose(store, values);
    const manifest = await restoreBackup(
      { config, pool, files: openFiles(config.files), force: values.force },
      store,
      id,
    );
    stdout.write(`Restored ${describe(manifest)}.\n${START_NOW}`);
    return 0;
  });
}
