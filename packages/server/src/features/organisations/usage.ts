// Usage of an organisation: counted on each request, each count served by an index.
import { type Licence, quotasOf } from '@plumbline/core/access/licence-limits';
import { ACTIVITY_WEEKS, type organisationUse } from '@plumbline/core/features/organisations/organisation-contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import { countUse } from '../../db/tx/quota.ts';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import { countMembershipStatuses } from '../../lists/membership-status.ts';
import type { Services } from '../../platform/services.ts';

type Reply = ReplyOf<typeof organisationUse>;

/** By week, starting on Mondays; reads only the logs of projects changed in that period. */
const ACTIVITY = `
  SELECT to_char(w.week, 'YYYY-MM-DD') AS week, count(c.at)::integer AS changes, count(DISTINCT c.actor_id)::integer AS people
  FROM generate_series(date_trunc('week', $2::timestamptz) - ($3::integer - 1) * interval '1 week',
    date_trunc('week', $2::timestamptz), interval '1 week') w (week)
  LEFT JOIN LATERAL (
    SELECT c.at, c.actor_id FROM project_log l JOIN change c ON c.organisation_id = l.organisation_id
      AND c.project_id = l.project_id AND c.at >= w.week AND c.at < w.week + interval '1 week'
    WHERE l.organisation_id = $1 AND l.active_at >= w.week) c ON true
  GROUP BY w.week ORDER BY w.week`;

const COUNTS = `
  SELECT (SELECT count(*)::integer FROM project WHERE organisation_id = $1 AND NOT active) AS inactive,
    (SELECT coalesce(sum(bytes), 0)::float8 FROM upload_usage WHERE organisation_id = $1) AS stored,
    (SELECT count(*)::integer FROM company WHERE organisation_id = $1 AND active) AS companies,
    (SELECT count(*)::integer FROM company_contact WHERE organisation_id = $1 AND active) AS contacts`;

type Counts = { inactive: number; stored: number; companies: number; contacts: number };

async function readInside(db: PoolClient, organisationId: string, now: Date) {
  const counts = await db.query<Counts>(COUNTS, [organisationId]);
  const activity = await db.query<Reply['activity'][number]>({
    text: ACTIVITY,
    values: [organisationId, now, ACTIVITY_WEEKS],
    types: ROW_TYPES,
  });
  const { inactive, stored, companies, contacts } = counts.rows[0] ?? {
    inactive: 0,
    stored: 0,
    companies: 0,
    contacts: 0,
  };
  const { projects, plans } = await countUse(db, organisationId);
  return {
    projects: { active: projects, inactive },
    plans,
    stored,
    companies,
    contacts,
    activity: activity.rows,
    states: await countMembershipStatuses(db, organisationId, now),
  };
}

type Row = {
  name: string;
  createdAt: Date;
  licence: Licence;
  projects: number | null;
  plans: number | null;
  devices: number;
  people: number;
};

export async function readUsage(services: Services, { organisationId }: Session): Promise<Reply> {
  const { pool, config, clock } = services;
  const found = await pool.query<Row>(
    `SELECT o.name, o.created_at AS "createdAt", o.licence, o.project_quota AS projects, o.plan_quota AS plans,
       (SELECT count(*)::integer FROM device_key d JOIN organisation_member m ON m.user_id = d.user_id
        WHERE m.organisation_id = o.id AND m.active AND d.registered_at IS NOT NULL) AS devices,
       (SELECT count(*)::integer FROM organisation_member m WHERE m.organisation_id = o.id AND m.active
          AND m.state = 'active') AS people
     FROM organisation o WHERE o.id = $1`,
    [organisationId],
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  const { stored, ...inside } = await tenantSnapshot(pool, organisationId, (db) =>
    readInside(db, organisationId, clock.now()),
  );
  return {
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    quotas: quotasOf(row.licence, row, config.licences.quotas),
    storage: { used: stored, limit: config.uploadQuota.organisation },
    devices: { registered: row.devices, limit: row.people * config.licences.devices },
    ...inside,
  };
}
