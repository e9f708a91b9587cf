// Asks for the password again before sensitive changes: an unattended signed-in screen must not be enough.
import { PASSWORD_POLICY, type PasswordOwner, passwordProblem } from '@plumbline/core/features/auth/password-policy';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { refundLimits, take } from '../../http/limits/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { isCommonPassword } from '../auth/common-passwords.ts';
import { verifyPassword } from '../auth/passwords.ts';

const MAX_ATTEMPTS = 10;
const WINDOW_MS = 15 * 60_000;

/** Throws `wrong_password` for a wrong password; after ten failures, further attempts are refused for 15 minutes. */
export async function requirePassword({ pool, clock }: Services, userId: string, password: string): Promise<void> {
  const limits = [{ bucket: `own-password:${userId}`, max: MAX_ATTEMPTS, windowMs: WINDOW_MS }];
  await take(pool, limits, clock.now());
  const found = await pool.query<{ hash: string | null }>('SELECT password_hash AS hash FROM app_user WHERE id = $1', [
    userId,
  ]);
  const hash = found.rows[0]?.hash;
  if (!hash || !(await verifyPassword(hash, password))) {
    throw new AppError('wrong_password', { fields: [{ path: 'password', outcome: 'NOT_VALID' }] });
  }
  await refundLimits(pool, limits);
}

/** Refuses a new password that violates the policy, reporting it under the given field. */
export function requireValidPassword(
  password: string,
  person: PasswordOwner,
  path = 'password',
  minLength?: number,
): void {
  const outcome =
    passwordProblem(password, person, minLength) ?? (isCommonPassword(password) ? 'TOO_COMMON' : undefined);
  if (outcome === 'TOO_SHORT' && minLength !== undefined) {
    throw new AppError('invalid_input', { fields: [{ path, outcome }], params: { min: minLength } });
  }
  if (outcome) refuseFields({ path, outcome });
}

/** Minimum password length for this person, in characters; null means a person without an account. */
export const passwordMinLengthFor = async (db: Pool | PoolClient, userId: string | null): Promise<number> =>
  Math.max((userId === null ? undefined : await minLengthFor(db, userId)) ?? 0, PASSWORD_POLICY.minLength);

/** Minimum length required by the person's organisations; undefined if none requires more than the default. */
export async function minLengthFor(db: Pool | PoolClient, userId: string | null): Promise<number | undefined> {
  const found = await db.query<{ least: number | null }>(
    `SELECT max(o.password_min_length) AS least FROM organisation_member m JOIN organisation o ON o.id = m.organisation_id
     WHERE m.user_id = $1 AND m.active`,
    [userId],
  );
  return found.rows[0]?.least ?? undefined;
}
