// Rules for a project's details beyond single fields.
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { refuseFields } from '../../kernel/errors.ts';
import { isTimeZone } from '../../kernel/time-zone.ts';
import type { ProjectRow } from '../../site/rows/projects.ts';

type Details = Pick<ProjectRow, 'start' | 'end' | 'timezone'>;

/** Throws `invalid_input` if the end is not after the start or the time zone is unknown. */
export function checkDetails({ start, end, timezone }: Details): void {
  if (start !== null && end !== null && end <= start) refuseFields({ path: 'end', outcome: 'BEFORE_START' });
  if (!isTimeZone(timezone)) refuseFields({ path: 'timezone', outcome: 'UNKNOWN' });
}

/** An international phone number: starts with + and has more than three characters. */
export const isPhone = (phone: string): boolean => phone === '' || /^\+[^+]{3,}$/u.test(phone);

/**
 * Throws `invalid_input` for an invalid phone number, and for an incomplete position. Stored values are not validated
 * again.
 */
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

/** The row with the submitted changes; validated as a whole. */
export function changedProject(
  row: ProjectRow,
  change: { [K in keyof ProjectRow]?: ProjectRow[K] | undefined },
): ProjectRow {
  const next: ProjectRow = { ...row, ...dropUndefined(change), id: row.id, projectId: row.projectId };
  checkDetails(next);
  checkChanges(next, row);
  return next;
}

/** The form compared to detect taken titles: ignores case and surrounding whitespace. */
export const titleKey = (title: string): string => title.trim().toLocaleLowerCase('und');
