// The settings of backups.
import { intervalOf, type Keep, keepOf, type Place, placeOf } from './places.ts';
import type { Variables } from './variables.ts';

export type BackupConfig = Readonly<{
  files: Place;
  /** What the encryption key is derived from. */
  key: string;
  /** Milliseconds between scheduled backups; null: none are scheduled. */
  everyMs: number | null;
  /** Days back to which any moment can be restored; null: only the moments of backups. */
  continuousDays: number | null;
  keep: Keep;
}>;

/** Null unless there are a place and a key. */
export function backupOf(values: Variables): BackupConfig | null {
  const files = placeOf(values, 'BACKUP');
  if (!files || !values.BACKUP_KEY) return null;
  const everyMs = intervalOf(values.BACKUP_EVERY_MIN);
  const continuousDays = values.BACKUP_CONTINUOUS_DAYS ?? null;
  return Object.freeze({ files, key: values.BACKUP_KEY, everyMs, continuousDays, keep: keepOf(values.BACKUP_KEEP) });
}
