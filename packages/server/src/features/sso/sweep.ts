// Hourly: removes expired attempts and records, and once a day reads metadata again, because certificates change.
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { renewMetadata } from './providers.ts';
import { PROVIDER_FIELDS, type ProviderRow } from './store.ts';

const SWEEP = 'sso.sweep';
const HOUR = 3_600_000;

export const SIGN_ON_SWEEP: Schedule = { task: SWEEP, next: everyMs(HOUR), priority: 10 };

export async function sweepSignOn(services: Services): Promise<void> {
  const now = services.clock.now();
  const due = await systemTransaction(services.pool, async (db) => {
    await db.query('DELETE FROM sso_request WHERE expires_at < $1', [new Date(now.getTime() - HOUR)]);
    await db.query('DELETE FROM sso_used_assertion WHERE expires_at < $1', [now]);
    const found = await db.query<ProviderRow>(
      `SELECT ${PROVIDER_FIELDS} FROM sso_provider p
       WHERE p.metadata_url <> '' AND p.active AND p.metadata_read_at < $1 LIMIT 200`,
      [new Date(now.getTime() - 24 * HOUR)],
    );
    return found.rows;
  });
  for (const row of due) {
    // Stored with the provider, where its administrators see it; the metadata known so far keeps working.
    await renewMetadata(services, row).catch((error: unknown) =>
      services.log.warn({ err: error, provider: row.id }, 'the metadata of an identity provider could not be read'),
    );
  }
}

export const signOnTasks = (services: Services): Tasks =>
  repeating(services, SIGN_ON_SWEEP, () => sweepSignOn(services));
