// The second step of sign-in: which one an account has, and whether a code is correct. Every code works once.
import { randomInt } from 'node:crypto';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { instanceKey, macOf } from '../../../http/security/instance-key.ts';
import type { Services } from '../../../platform/services.ts';
import { SealedOtherwise, seal, unseal } from '../sealed-secret.ts';
import { noteEvent } from '../security-events.ts';
import { periodOfCode } from './totp.ts';

/** Consecutive wrong codes after which no code is accepted until the user confirms by email. */
export const CODE_FAILURES = 10;
const RECOVERY_CODES = 10;
const RECOVERY_DIGITS = 12;
const MAX_SMS_ATTEMPTS = 5;

type Key = Pick<Services, 'config'>;
type Secret = Key['config']['secretKey'];

export type Steps = { otp: boolean; sms: boolean; passkey: boolean };

export const hasStep = ({ otp, sms, passkey }: Steps): boolean => otp || sms || passkey;

/** Keyed with the installation's secret, so that short codes cannot be brute-forced from a database dump. */
const codeHash = (secret: Secret, userId: string, kind: 'recovery' | 'sms', code: string): Buffer =>
  macOf(instanceKey(secret, 'second step'), kind, userId, code);

export const sealOtp = (secret: Secret, userId: string, otp: Buffer): Buffer =>
  seal(secret, 'second step', `otp ${userId}`, otp);
export const unsealOtp = (secret: Secret, userId: string, sealed: Buffer): Buffer =>
  unseal(secret, 'second step', `otp ${userId}`, sealed);

/** Removes every second step. */
export async function dropSteps(db: Pool | PoolClient, userId: string): Promise<void> {
  await db.query(
    `UPDATE app_user SET otp = false, sms = false, passkey = false, otp_secret = NULL, otp_pending = NULL, sms_phone = '', sms_pending = '',
       code_failures = 0, second_step_ends_at = NULL WHERE id = $1`,
    [userId],
  );
  await db.query('DELETE FROM passkey WHERE user_id = $1', [userId]);
  await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
}

/** The current second steps of an account; steps reported lost are removed once their waiting period is over. */
export async function stepsOf(pool: Pool, userId: string, now: Date): Promise<Steps> {
  const found = await pool.query<Steps & { lapsed: boolean }>(
    'SELECT otp, sms, passkey, coalesce(second_step_ends_at <= $2, false) AS lapsed FROM app_user WHERE id = $1',
    [userId, now],
  );
  const row = found.rows[0];
  if (!row?.lapsed) return { otp: row?.otp ?? false, sms: row?.sms ?? false, passkey: row?.passkey ?? false };
  await dropSteps(pool, userId);
  await noteEvent(pool, { kind: 'second_step.lapsed', userId }, now);
  return { otp: false, sms: false, passkey: false };
}

/** Creates recovery codes and invalidates earlier ones. They are shown once and stored as hashes. */
export async function createRecoveryCodes({ config }: Key, db: PoolClient, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_DIGITS }, () => randomInt(10)).join(''),
  );
  await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await db.query('INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => codeHash(config.secretKey, userId, 'recovery', code)),
  ]);
  return codes;
}

/** Uses a recovery code; false if it is wrong or was already used. */
export async function useRecoveryCode({ config }: Key, db: Pool | PoolClient, userId: string, code: string, now: Date) {
  const used = await db.query(
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, codeHash(config.secretKey, userId, 'recovery', code), now],
  );
  return used.rowCount === 1;
}

type OtpRow = { secret: Buffer | null };

type OtpServices = Pick<Services, 'config' | 'log'>;

/** Undefined for a secret under another `SECRET_KEY`, with which no code can be right. */
function openedOtp({ config, log }: OtpServices, userId: string, sealed: Buffer) {
  try {
    return unsealOtp(config.secretKey, userId, sealed);
  } catch (error) {
    if (!(error instanceof SealedOtherwise)) throw error;
    log.error({ userId }, 'a second step is encrypted under another SECRET_KEY: set that one, or drop the second step');
    return undefined;
  }
}

async function useOtp(services: OtpServices, db: Pool, userId: string, code: string, now: Date): Promise<boolean> {
  const found = await db.query<OtpRow>('SELECT otp_secret AS secret FROM app_user WHERE id = $1 AND otp', [userId]);
  const sealed = found.rows[0]?.secret;
  if (!sealed) return false;
  const secret = openedOtp(services, userId, sealed);
  const period = secret && periodOfCode(secret, code, now);
  if (period === undefined) return false;
  // Compares and records in one statement: of two concurrent uses of the same code, one succeeds.
  const used = await db.query('UPDATE app_user SET otp_step = $2 WHERE id = $1 AND otp_step < $2', [userId, period]);
  return used.rowCount === 1;
}

export const newSmsCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** `attemptId` null: the code that sets up the step. Invalidates earlier codes for the same purpose. */
export async function storeSmsCode(
  { config, newId }: Pick<Services, 'config' | 'newId'>,
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
  // Counted before it is compared: at most five attempts are compared, even concurrent ones.
  const tried = await db.query<{ right: boolean }>(
    `UPDATE sms_code SET failures = failures + 1, used_at = CASE WHEN code_hash = $3 THEN $4::timestamptz END
     WHERE user_id = $1 AND attempt_id IS NOT DISTINCT FROM $2 AND used_at IS NULL AND expires_at > $4 AND failures < ${MAX_SMS_ATTEMPTS}
     RETURNING code_hash = $3 AS right`,
    [userId, attemptId, hash, now],
  );
  return tried.rows.some((row) => row.right);
}

export type SecondStepInput = { code: string; attemptId: string | undefined };
export type Proof = 'otp' | 'sms' | 'recovery';

/**
 * Verifies a code and returns its kind; undefined for a wrong code, which is counted. Throws `codes_locked` after too
 * many consecutive failures, even for the correct code. `onLocked` runs once, at the failure that reaches the limit.
 */
export async function proveSecondStep(
  services: Pick<Services, 'pool' | 'config' | 'clock' | 'log'>,
  userId: string,
  { code, attemptId }: SecondStepInput,
  onLocked: (userId: string) => Promise<void>,
): Promise<Proof | undefined> {
  const { pool, clock } = services;
  const now = clock.now();
  const counted = await pool.query<{ failures: number }>(
    `UPDATE app_user SET code_failures = code_failures + 1 WHERE id = $1 AND code_failures < ${CODE_FAILURES}
     RETURNING code_failures AS failures`,
    [userId],
  );
  const failures = counted.rows[0]?.failures;
  if (failures === undefined) throw new AppError('codes_locked');
  const prove = async (): Promise<Proof | undefined> => {
    if (await useOtp(services, pool, userId, code, now)) return 'otp';
    if (attemptId !== undefined && (await useSmsCode(services, pool, { userId, attemptId, code, now }))) return 'sms';
    return (await useRecoveryCode(services, pool, userId, code, now)) ? 'recovery' : undefined;
  };
  const proof = await prove();
  if (proof) await pool.query('UPDATE app_user SET code_failures = 0 WHERE id = $1', [userId]);
  else if (failures === CODE_FAILURES) await onLocked(userId);
  return proof;
}
