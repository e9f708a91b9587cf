// Removes an erased person from the reports that are kept: as someone who signs them, and the signatures drawn by them.
import { withoutSigner } from '@plumbline/core/features/personal-data/remove-signers';
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import type { Order } from './erase.ts';

/** Where the options of a report are stored. */
const PLACES = [
  { table: 'report', options: "request -> 'options'", set: "request = jsonb_set(request, '{options}', $3)" },
  { table: 'report_definition', options: 'options', set: 'options = $3' },
] as const;

const BATCH = 500;

type Found = { id: string; options: Pick<ReportOptions, 'signers'> };

async function rewrite(db: PoolClient, order: Order, { table, options, set }: (typeof PLACES)[number]): Promise<void> {
  const { organisationId, name } = order;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await db.query<Found>(
      `SELECT id, ${options} AS options FROM ${table} WHERE organisation_id = $1 AND id > $2
         AND jsonb_array_length(coalesce(${options} -> 'signers', '[]')) > 0 ORDER BY id LIMIT ${BATCH}`,
      [organisationId, last],
    );
    for (const found of rows) {
      const mended = withoutSigner(found.options, order, name);
      if (mended === found.options) continue;
      const values = [organisationId, found.id, JSON.stringify(mended)];
      await db.query(`UPDATE ${table} SET ${set} WHERE organisation_id = $1 AND id = $2`, values);
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}

export async function anonymiseSigners(services: Services, order: Order): Promise<void> {
  await systemTransaction(services.pool, async (db) => {
    await db.query(
      `UPDATE report SET request = request || '{"signed": null}'
       WHERE organisation_id = $1 AND created_by = $2 AND request ->> 'signed' IS NOT NULL`,
      [order.organisationId, order.userId],
    );
    for (const place of PLACES) await rewrite(db, order, place);
  });
}
