// The settings of scheduled archives.
import { intervalOf, type Keep, keepOf, type Place, placeOf } from './places.ts';
import type { Variables } from './variables.ts';

export type ArchiveConfig = Readonly<{
  files: Place;
  /** Milliseconds between two runs; null: none are scheduled. */
  everyMs: number | null;
  keep: Keep;
}>;

/** Null unless there is a place. */
export function archiveOf(values: Variables): ArchiveConfig | null {
  const files = placeOf(values, 'ARCHIVE');
  if (!files) return null;
  return Object.freeze({ files, everyMs: intervalOf(values.ARCHIVE_EVERY_MIN), keep: keepOf(values.ARCHIVE_KEEP) });
}
