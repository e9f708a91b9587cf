// The settings of backups.
import path from 'node:path';
import type { Variables } from './variables.ts';

export type S3Config = {
  kind: 's3';
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

export type BackupConfig = Readonly<{
  files: Readonly<{ kind: 'folder'; folder: string } | S3Config>;
  /** What the encryption key is derived from. */
  key: string;
  /** Milliseconds between scheduled backups; null: none are scheduled. */
  everyMs: number | null;
  /** Days back to which any moment can be restored; null: only the moments of backups. */
  continuousDays: number | null;
  keep: Readonly<{ hours: number; days: number; months: number }>;
}>;

/** Hours, days and months that keep a backup: `24h`, `14d`, `12m`. */
function retentionOf(values: Variables['BACKUP_KEEP']): BackupConfig['keep'] {
  const of = (unit: string) => Number.parseInt(values.find((one) => one.endsWith(unit)) ?? '0', 10);
  return Object.freeze({ hours: of('h'), days: of('d'), months: of('m') });
}

function placeOf(values: Variables, folder: string | undefined): BackupConfig['files'] | undefined {
  if (folder) return { kind: 'folder', folder: path.resolve(folder) };
  const [endpoint, bucket] = [values.BACKUP_S3_ENDPOINT, values.BACKUP_S3_BUCKET];
  const [accessKey, secretKey] = [values.BACKUP_S3_ACCESS_KEY, values.BACKUP_S3_SECRET_KEY];
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined;
  return { kind: 's3', endpoint, bucket, region: values.BACKUP_S3_REGION, accessKey, secretKey };
}

/** Null unless there are a place and a key. */
export function backupOf(values: Variables): BackupConfig | null {
  const files = placeOf(values, values.BACKUP_FOLDER);
  if (!files || !values.BACKUP_KEY) return null;
  const everyMs = values.BACKUP_EVERY_MIN === 'off' ? null : values.BACKUP_EVERY_MIN * 60_000;
  const continuousDays = values.BACKUP_CONTINUOUS_DAYS ?? null;
  const keep = retentionOf(values.BACKUP_KEEP);
  return Object.freeze({ files, key: values.BACKUP_KEY, everyMs, continuousDays, keep });
}
