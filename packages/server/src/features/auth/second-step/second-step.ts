// The second step of signing in: which one an account has, and whether a code is right. Every code counts once.
import { randomInt } from 'node:crypto';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { instanceKey, macOf } from '../../../http/security/instance-key.ts';
import type { Parts } from '../../../platform/services.ts';
import { seal, unseal } from '../sealed-secret.ts';
import { noteEvent } from '../security-events.ts';
import { periodOfCode } from './totp.ts';

/** Wrong codes in a row after which no code counts until the person has confirmed by mail. */
export const CODE_FAILURES = 10;
const RECOVERY_CODES = 10;
const RECOVERY_DIGITS = 12;
const SMS_TRIES = 5;

type Key = Pick<Parts, 'config'>;
type Secret = Key['config']['secretKey'];

export type Steps = { otp: boolean; sms: boolean };

/** Without the key of the installation a hash in a dump leads to no code, however few digits it has. */
const codeHash = (secret: Secret, userId: string, kind: 'recovery' | 'sms', code: string): Buffer =>
  macOf(instanceKey(secret, 'second step'), kind, userId, code);

export const sealOtp = (secret: Secret, userId: string, otp: Buffer): Buffer =>
  seal(secret, 'second step', `otp ${userId}`, otp);
export const unsealOtp = (secret: Secret, userId: string, sealed: Buffer): Buffer =>
  unseal(secret, 'second step', `otp ${userId}`, sealed);

/** Takes every second step away. */
export async function dropSteps(db: Pool | PoolClient, userId: string): Promise<void> {
  await db.query(
    `UPDATE app_user SET otp = false, sms = false, otp_secret = NULL, otp_pending = NULL, sms_phone = '', sms_pending = '',
       code_failures = 0, second_step_ends_at = NULL WHERE id = $1`,
    [userId],
  );
  await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
}

/** The steps an account has now; those that were reported lost fall when their time has come. */
export async function stepsOf(pool: Pool, userId: string, now: Date): Promise<Steps> {
  const found = await pool.query<Steps & { lapsed: boolean }>(
    'SELECT otp, sms, coalesce(second_step_ends_at <= $2, false) AS lapsed FROM app_user WHERE id = $1',
    [userId, now],
  );
  const row = found.rows[0];
  if (!row?.lapsed) return { otp: row?.otp ?? false, sms: row?.sms ?? false };
  await dropSteps(pool, userId);
  await noteEvent(pool, { kind: 'second_step.lapsed', userId }, now);
  return { otp: false, sms: false };
}

/** New recovery codes; those before are worth nothing any more. Shown once, kept as hashes. */
export async function makeRecoveryCodes({ config }: Key, db: PoolClient, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_DIGITS }, () => randomInt(10)).join(''),
  );
  await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await db.query('INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map((one) => codeHash(config.secretKey, userId, 'recovery', one)),
  ]);
  return codes;
}

/** Uses a recovery code up; false for one that is wrong or was used. */
export async function useRecoveryCode({ config }: Key, db: Pool | PoolClient, userId: string, code: string, now: Date) {
  const used = await db.query(
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, codeHash(config.secretKey, userId, 'recovery', code), now],
  );
  return used.rowCount === 1;
}

type OtpRow = { secret: Buffer | null };

async function useOtp({ config }: Key, db: Pool, userId: string, code: string, now: Date): Promise<boolean> {
  const found = await db.query<OtpRow>('SELECT otp_secret AS secret FROM app_user WHERE id = $1 AND otp', [userId]);
  const sealed = found.rows[0]?.secret;
  if (!sealed) return false;
  const period = periodOfCode(unsealOtp(config.secretKey, userId, sealed), code, now);
  if (period === undefined) return false;
  // The comparison and the note are one: two who bring the same code at once get one session.
  const used = await db.query('UPDATE app_user SET otp_step = $2 WHERE id = $1 AND otp_step < $2', [userId, period]);
  return used.rowCount === 1;
}

export const newSmsCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** `attemptId` null: the code that sets the step up. Codes sent before for the same end count no more. */
export async function keepSmsCode(
  { config, newId }: Pick<Parts, 'config' | 'newId'>,
  db: Pool | PoolClient,
  { userId, attemptId, code, now }: { userId: string; attemptId: string | null; code: string; now: Date },
): Promise<void> {
  await db.query('DELETE FROM sms_code WHERE user_id = $1 AND attempt_id IS NOT DISTINCT FROM $2', [userId, attemptId]);
  await db.query('INSERT INTO sms_code (id, user_id, attempt_id, code_hash, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    newId(),
    userId,
    attemptId,
    codeHash(config.secretKey, userId, 'sms', code),
    new Date(now.getTime() + 5 * 60_000),
  ]);
}

export async function useSmsCode(
  { config }: Key,
  db: Pool | PoolClient,
  { userId, attemptId, code, now }: { userId: string; attemptId: string | null; code: string; now: Date },
): Promise<boolean> {
  const hash = codeHash(config.secretKey, userId, 'sms', code);
  // Counted before it is compared: however many come at once, five are looked at.
  const tried = await db.query<{ right: boolean }>(
    `UPDATE sms_code SET failures = failures + 1, used_at = CASE WHEN code_hash = $3 THEN $4::timestamptz END
     WHERE user_id = $1 AND attempt_id IS NOT DISTINCT FROM $2 AND used_at IS NULL AND expires_at > $4 AND failures < ${SMS_TRIES}
     RETURNING code_hash = $3 AS right`,
    [userId, attemptId, hash, now],
  );
  return tried.rows.some((row) => row.right);
}

export type Shown = { code: string; attemptId: string | undefined };
export type Proof = 'otp' | 'sms' | 'recovery';

/**
 * Whether the code opens the account, and which kind it was; undefined for a wrong one, which is counted. Throws
 * `codes_locked` after too many in a row, also for the right one. `onLocked` runs once, at the last that was too many.
 */
export async function proveSecondStep(
  parts: Pick<Parts, 'pool' | 'config' | 'clock'>,
  userId: string,
  { code, attemptId }: Shown,
  onLocked: (userId: string) => Promise<void>,
): Promise<Proof | undefined> {
  const { pool, clock } = parts;
  const now = clock.now();
  const counted = await pool.query<{ failures: number }>(
    `UPDATE app_user SET code_failures = code_failures + 1 WHERE id = $1 AND code_failures < ${CODE_FAILURES}
     RETURNING code_failures AS failures`,
    [userId],
  );
  const failures = counted.rows[0]?.failures;
  if (failures === undefined) throw new AppError('codes_locked');
  const prove = async (): Promise<Proof | undefined> => {
    if (await useOtp(parts, pool, userId, code, now)) return 'otp';
    if (attemptId !== undefined && (await useSmsCode(parts, pool, { userId, attemptId, code, now }))) return 'sms';
    return (await useRecoveryCode(parts, pool, userId, code, now)) ? 'recovery' : undefined;
  };
  const proof = await prove();
  if (proof) await pool.query('UPDATE app_user SET code_failures = 0 WHERE id = $1', [userId]);
  else if (failures === CODE_FAILURES) await onLocked(userId);
  return proof;
}
