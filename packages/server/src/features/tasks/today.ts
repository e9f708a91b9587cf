// Today's date on the site: due dates are judged in the project's time zone.
import { dayInZone } from '@plumbline/core/kernel/time-zone';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../db/tx/rows.ts';

export async function readToday(db: PoolClient, { organisationId, projectId }: ProjectKey, now: Date): Promise<string> {
  const found = await db.query<{ timezone: string }>(
    'SELECT timezone FROM project WHERE organisation_id = $1 AND id = $2',
    [organisationId, projectId],
  );
  return dayInZone(now, found.rows[0]?.timezone ?? 'UTC');
}
