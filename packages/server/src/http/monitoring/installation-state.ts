// The state of the installation, as metrics and the operator's page report it.
import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Config } from '../../config/config.ts';

const QUEUE = `
  SELECT count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL)::integer AS failed,
    count(*) FILTER (WHERE locked_at IS NOT NULL)::integer AS running,
    count(*) FILTER (WHERE is_available AND run_at <= now())::integer AS waiting,
    count(*) FILTER (WHERE is_available AND run_at > now())::integer AS scheduled,
    coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_available AND run_at <= now())), 0)::float8 AS oldest
  FROM graphile_worker._private_jobs`;

/** Jobs by state; `oldest`: seconds that the oldest waiting job has waited. */
export type QueueState = Record<'failed' | 'running' | 'waiting' | 'scheduled' | 'oldest', number>;

export async function readQueue(pool: Pool): Promise<QueueState> {
  const found = await pool.query<QueueState>(QUEUE);
  return found.rows[0] ?? { failed: 0, running: 0, waiting: 0, scheduled: 0, oldest: 0 };
}

export type BackupState = {
  finishedAt: Date | null;
  failedAt: Date | null;
  error: string | null;
  databaseBytes: number;
  fileBytes: number;
  missingFiles: number;
};

const BACKUP = `
  SELECT finished_at AS "finishedAt", failed_at AS "failedAt", error,
    coalesce(database_bytes, 0)::float8 AS "databaseBytes", coalesce(file_bytes, 0)::float8 AS "fileBytes",
    coalesce(missing_files, 0)::integer AS "missingFiles"
  FROM backup_state`;

export async function readBackupState(pool: Pool): Promise<BackupState | undefined> {
  return (await pool.query<BackupState>(BACKUP)).rows[0];
}

export type ArchiveState = { finishedAt: Date | null; projects: number; failedAt: Date | null; error: string | null };

const ARCHIVES = `
  SELECT finished_at AS "finishedAt", coalesce(projects, 0)::integer AS projects, failed_at AS "failedAt", error
  FROM archive_state`;

export async function readArchiveState(pool: Pool): Promise<ArchiveState | undefined> {
  return (await pool.query<ArchiveState>(ARCHIVES)).rows[0];
}

export type DiskSpace = { folder: 'data' | 'files' | 'backups' | 'archives'; free: number; size: number };

/** Bytes on the disks of the folders. A folder that does not exist yet has no figures. */
export async function readDiskSpace({ dataDir, files, backup, archive }: Config): Promise<DiskSpace[]> {
  const folders: [DiskSpace['folder'], string][] = [['data', dataDir]];
  if (files.kind === 'folder') folders.push(['files', files.folder]);
  if (backup?.files.kind === 'folder') folders.push(['backups', backup.files.folder]);
  if (archive?.files.kind === 'folder') folders.push(['archives', archive.files.folder]);
  const read = folders.map(async ([folder, path]): Promise<DiskSpace[]> => {
    const disk = await statfs(path).catch(() => undefined);
    return disk ? [{ folder, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }] : [];
  });
  return (await Promise.all(read)).flat();
}
