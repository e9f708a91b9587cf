// What a project's details must be like beyond each field by itself.
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { refuseFields } from '../../kernel/errors.ts';
import { isTimeZone } from '../../kernel/time-zone.ts';
import type { ProjectRow } from '../../site/rows/projects.ts';

type Details = Pick<ProjectRow, 'start' | 'end' | 'timezone'>;

/** Throws `invalid_input` where the end is not after the start or the zone is none. */
export function checkDetails({ start, end, timezone }: Details): void {
  if (start !== null && end !== null && end <= start) refuseFields({ path: 'end', outcome: 'BEFORE_START' });
  if (!isTimeZone(timezone)) refuseFields({ path: 'timezone', outcome: 'UNKNOWN' });
}

/** A phone number is written for calls from anywhere: with + and more than three characters. */
export const isPhone = (phone: string): boolean => phone === '' || /^\+[^+]{3,}$/u.test(phone);

/** Throws `invalid_input` for a phone nobody could call, and for half a position. What was kept before is not judged anew. */
export function checkChanges(
  { managerPhone, latitude, longitude }: Pick<ProjectRow, 'managerPhone' | 'latitude' | 'longitude'>,
  before?: Pick<ProjectRow, 'managerPhone'>,
): void {
  if (managerPhone !== before?.managerPhone && !isPhone(managerPhone)) {
    refuseFields({ path: 'managerPhone', outcome: 'NOT_VALID' });
  }
  if ((latitude === null) !== (longitude === null)) {
    refuseFields({ path: latitude === null ? 'latitude' : 'longitude', outcome: 'REQUIRED' });
  }
}

/** The row with what was sent; checked as a whole. */
export function changedProject(
  row: ProjectRow,
  change: { [K in keyof ProjectRow]?: ProjectRow[K] | undefined },
): ProjectRow {
  const next: ProjectRow = { ...row, ...dropUndefined(change), id: row.id, projectId: row.projectId };
  checkDetails(next);
  checkChanges(next, row);
  return next;
}

/** Compared for "is taken": without regard to case and outer blanks. */
export const titleKey = (title: string): string => title.trim().toLocaleLowerCase('und');
