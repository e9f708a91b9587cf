// Scheduled backups, and the record of how the last ones ended.
import type { Pool } from 'pg';
import type { BackupConfig } from '../../config/backup-config.ts';
import type { Config } from '../../config/config.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { type BackupStore, backupStore } from './backup-store.ts';
import { type BackupResult, type BackupSource, makeBackup } from './make-backup.ts';
import { backupKey } from './sealed-stream.ts';

const MAKE = 'backups.make';

export const openBackupStore = ({ files, key }: BackupConfig): BackupStore =>
  backupStore(openFiles(files), backupKey(key));

const record = (pool: Pool, set: string, values: unknown[]) => pool.query(`UPDATE backup_state SET ${set}`, values);

/** Makes a backup and records how it ended. */
export async function recordedBackup(source: BackupSource, store: BackupStore): Promise<BackupResult> {
  const { pool, clock } = source;
  await record(pool, 'started_at = $1', [clock.now()]);
  try {
    const result = await makeBackup(source, store);
    const { finishedAt, databaseBytes, files, fileBytes, missing } = result.manifest;
    await record(
      pool,
      'finished_at = $1, database_bytes = $2, files = $3, file_bytes = $4, missing_files = $5, failed_at = NULL, error = NULL',
      [finishedAt, databaseBytes, files, fileBytes, missing.length],
    );
    return result;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await record(pool, 'failed_at = $1, error = $2', [clock.now(), reason]);
    throw error;
  }
}

const scheduleOf = (every: number): Schedule => ({ task: MAKE, next: everyMs(every), priority: 10 });

export const backupSchedules = ({ backup }: Pick<Config, 'backup'>): Schedule[] =>
  backup?.everyMs ? [scheduleOf(backup.everyMs)] : [];

export function backupTasks(services: Services): Tasks {
  const { backup } = services.config;
  // A job of the time when backups were scheduled.
  if (!backup?.everyMs) return { [MAKE]: async () => {} };
  const store = openBackupStore(backup);
  return repeating(services, scheduleOf(backup.everyMs), async (_payload, { signal }) => {
    const { manifest, added, removed } = await recordedBackup({ ...services, signal }, store);
    const { id, missing } = manifest;
    services.log.info({ backup: id, added, removed }, 'a backup was made');
    if (missing.length > 0)
      services.log.error({ backup: id, missing }, 'files of the installation are lost or damaged');
  });
}
