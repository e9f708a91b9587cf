// Hourly cleanup of expired rows: replies to repeated requests, counters, links, long-ended sessions and, if the
// operator has set a time, old security events.
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';

const SWEEP = 'auth.sweep';
const HOUR = 3_600_000;
/** A retry after more than a day is treated as a new request. */
const ANSWER_RETENTION_MS = 24 * HOUR;
/** How long an expired link can be reported as expired. */
const LINK_RETENTION_MS = 30 * 24 * HOUR;
/** How long the reason a session ended can still be looked up. */
const SESSION_RETENTION_MS = 90 * 24 * HOUR;

export const AUTH_SWEEP: Schedule = { task: SWEEP, next: everyMs(HOUR), priority: 10 };

export async function sweep({ pool, clock, config }: Pick<Services, 'pool' | 'clock' | 'config'>): Promise<void> {
  const now = clock.now();
  const before = (age: number) => new Date(now.getTime() - age);
  await systemTransaction(pool, async (db) => {
    await db.query('DELETE FROM idempotency WHERE created_at < $1', [before(ANSWER_RETENTION_MS)]);
    await db.query('DELETE FROM rate_limit WHERE window_ends_at < $1', [now]);
    await db.query('DELETE FROM signin_attempt WHERE expires_at < $1', [now]);
    await db.query('DELETE FROM passkey_challenge WHERE expires_at < $1', [now]);
    await db.query('DELETE FROM sms_code WHERE expires_at < $1', [now]);
    await db.query('DELETE FROM account_link WHERE expires_at < $1', [before(LINK_RETENTION_MS)]);
    await db.query('DELETE FROM session WHERE least(expires_at, coalesce(ended_at, expires_at)) < $1', [
      before(SESSION_RETENTION_MS),
    ]);
    const { securityEvents } = config.keepDays;
    if (securityEvents === null) return;
    await db.query('DELETE FROM security_event WHERE at < $1', [before(securityEvents * 24 * HOUR)]);
  });
}

export const sweepTasks = (services: Services): Tasks => repeating(services, AUTH_SWEEP, () => sweep(services));
