// Licence seats: how many exist and how many are assigned. Called within a system transaction.

import type { LicenceKind } from '@plumbline/core/access/membership-status';
import type { Seats } from '@plumbline/core/features/organisations/licences';
import type { Pool, PoolClient } from 'pg';

export type SeatCount = { seats: Seats; taken: Record<LicenceKind, number> };

/** Deactivated and removed members hold none. */
export async function countSeats(db: Pool | PoolClient, organisationId: string): Promise<SeatCount> {
  const found = await db.query<{ full: number; mobile: number; fullSeats: number | null; mobileSeats: number | null }>(
    `SELECT o.full_licences AS "fullSeats", o.mobile_licences AS "mobileSeats",
       count(*) FILTER (WHERE m.licence = 'full')::integer AS full,
       count(*) FILTER (WHERE m.licence = 'mobile')::integer AS mobile
     FROM organisation o LEFT JOIN organisation_member m ON m.organisation_id = o.id
       AND m.state NOT IN ('deactivated', 'removed')
     WHERE o.id = $1 GROUP BY o.id`,
    [organisationId],
  );
  const row = found.rows[0];
  return {
    seats: { full: row?.fullSeats ?? null, mobile: row?.mobileSeats ?? null },
    taken: { full: row?.full ?? 0, mobile: row?.mobile ?? 0 },
  };
}
