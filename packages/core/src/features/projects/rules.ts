// What a project's details must be like beyond each field by itself.
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { refuseFields } from '../../kernel/errors.ts';
import { isTimeZone } from '../../kernel/time-zone.ts';
import type { ProjectRow } from './schema.ts';

type Details = Pick<ProjectRow, 'start' | 'end' | 'timezone'>;

/** Throws `invalid_input` where the end is not after the start or the zone is none. */
export function checkDetails({ start, end, timezone }: Details): void {
  if (start !== null && end !== null && end <= start) refuseFields({ path: 'end', outcome: 'BEFORE_START' });
  if (!isTimeZone(timezone)) refuseFields({ path: 'timezone', outcome: 'UNKNOWN' });
}

/** The row with what was sent; checked as a whole. */
export function changedProject(
  row: ProjectRow,
  change: { [K in keyof ProjectRow]?: ProjectRow[K] | undefined },
): ProjectRow {
  const next: ProjectRow = { ...row, ...dropUndefined(change), id: row.id, projectId: row.projectId };
  checkDetails(next);
  return next;
}

/** Compared for "is taken": without regard to case and outer blanks. */
export const titleKey = (title: string): string => title.trim().toLocaleLowerCase('und');
