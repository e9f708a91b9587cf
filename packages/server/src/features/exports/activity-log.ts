// The activity log of an organisation as a table, in batches.
import { type exportActivityLog, MAX_EXPORTED_ROWS } from '@plumbline/core/features/exports/contract';
import { type ActivityEntry, activityText } from '@plumbline/core/features/organisations/activity-log';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { readActivityLog } from '../organisations/activity-log.ts';
import type { Column, ColumnContext } from './columns.ts';

const BATCH = 1_000;

/** All entries, in batches. Throws `too_large` above the row limit of a file. */
export async function activityParts(
  services: Pick<Services, 'pool'>,
  session: Session,
  { format: _format, language: _language, ...filter }: RequestOf<typeof exportActivityLog>['query'],
): Promise<ActivityEntry[][]> {
  const parts: ActivityEntry[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    if (parts.length * BATCH >= MAX_EXPORTED_ROWS)
      throw new AppError('too_large', { params: { limit: MAX_EXPORTED_ROWS } });
    const page = await readActivityLog(services, session, { ...filter, size: BATCH, after });
    parts.push(page.entries);
    after = page.next;
  }
  return parts;
}

export function activityColumns({ t, zone }: ColumnContext): Column<ActivityEntry>[] {
  const text = (key: string): string => (t.has(key) ? t(key) : key);
  return [
    { head: t('field.clock'), width: 18, cell: ({ at }) => ({ moment: at, zone }) },
    { head: t('dashboard.who'), width: 28, cell: ({ actor }) => actor?.name ?? '' },
    { head: t('dashboard.activity'), width: 48, cell: (entry) => activityText(entry, text) },
    { head: t('activity.subject'), width: 28, cell: ({ subject }) => subject?.name ?? '' },
    { head: t('project.partName'), width: 32, cell: ({ project }) => project?.title ?? '' },
  ];
}
