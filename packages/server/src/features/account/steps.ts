// Turns the second step on and off: requires the password, and a first code to prove that it works.
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { type Limit, refundLimits, take } from '../../http/limits/rate-limit.ts';
import type { Session } from '../../http/session.ts';
import { textsIn } from '../../http/texts.ts';
import type { Services } from '../../platform/services.ts';
import { sendShortMessage } from '../auth/emails/jobs.ts';
import { mailPerson } from '../auth/emails/to-person.ts';
import type { Attempted } from '../auth/second-step/attempts.ts';
import {
  createRecoveryCodes,
  newSmsCode,
  sealOtp,
  storeSmsCode,
  unsealOtp,
  useSmsCode,
} from '../auth/second-step/second-step.ts';
import { base32, newOtpSecret, otpUri, periodOfCode } from '../auth/second-step/totp.ts';
import { noteEvent } from '../auth/security-events.ts';
import { endSessionsOf } from '../auth/session/sessions.ts';
import { requirePassword } from './own-password.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ISSUER = 'Plumbline';

const wrongCode = (): AppError => new AppError('wrong_code', { fields: [{ path: 'code', outcome: 'NOT_VALID' }] });
const codeLimit = (userId: string): Limit[] => [{ bucket: `set-up-code:${userId}`, max: 10, windowMs: HOUR / 4 }];
/** SMS limits for one user and for the whole installation. */
const smsLimits = (userId: string): Limit[] => [
  { bucket: `sms:minute:${userId}`, max: 1, windowMs: MINUTE },
  { bucket: `sms:hour:${userId}`, max: 5, windowMs: HOUR },
  { bucket: `sms:day:${userId}`, max: 10, windowMs: 24 * HOUR },
  { bucket: 'sms:all', max: 2_000, windowMs: 24 * HOUR },
];

/** The format providers expect: a plus sign and digits. */
const plainPhone = (phone: string): string => `+${phone.replaceAll(/\D/gu, '')}`;

export async function beginOtp(services: Services, { userId }: Session, password: string) {
  await requirePassword(services, userId, password);
  const secret = newOtpSecret();
  const found = await services.pool.query<{ email: string }>(
    'UPDATE app_user SET otp_pending = $2 WHERE id = $1 RETURNING email',
    [userId, sealOtp(services.config.secretKey, userId, secret)],
  );
  const { hostname } = new URL(services.config.publicUrl);
  const issuer = hostname === 'localhost' ? ISSUER : `${ISSUER} (${hostname})`;
  return { secret: base32(secret), uri: otpUri(secret, found.rows[0]?.email ?? '', issuer) };
}

type StepMail = { kind: 'secondStepOn' } | { kind: 'passkeyAdded'; passkey: string };

/** After a second step is turned on: ends other sessions, creates recovery codes and notifies the user. */
export async function stepIsOn(
  services: Services,
  db: PoolClient,
  { userId, sessionId }: Session,
  mail: StepMail = { kind: 'secondStepOn' },
): Promise<string[]> {
  const now = services.clock.now();
  await db.query('UPDATE app_user SET code_failures = 0, second_step_ends_at = NULL WHERE id = $1', [userId]);
  const codes = await createRecoveryCodes(services, db, userId);
  await noteEvent(db, { kind: 'second_step.on', userId, sessionId }, now);
  await endSessionsOf(db, userId, { reason: 'second step set up', except: sessionId, now });
  const { kind, ...params } = mail;
  await mailPerson(services, db, userId, kind, { params });
  return codes;
}

export async function confirmOtp(
  services: Services,
  session: Session,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { pool, clock, config } = services;
  const { userId } = session;
  const limits = codeLimit(userId);
  await take(pool, limits, clock.now());
  const found = await pool.query<{ pending: Buffer | null }>(
    'SELECT otp_pending AS pending FROM app_user WHERE id = $1',
    [userId],
  );
  const pending = found.rows[0]?.pending;
  const period = pending ? periodOfCode(unsealOtp(config.secretKey, userId, pending), code, clock.now()) : undefined;
  if (!pending || period === undefined) throw wrongCode();
  const recoveryCodes = await systemTransaction(pool, async (db) => {
    // Sets the exact secret the code was verified against, and marks that first code as used.
    const set = await db.query(
      `UPDATE app_user SET otp = true, otp_secret = otp_pending, otp_pending = NULL, otp_step = $3
       WHERE id = $1 AND otp_pending = $2`,
      [userId, pending, period],
    );
    if (set.rowCount !== 1) throw wrongCode();
    return stepIsOn(services, db, session);
  });
  await refundLimits(pool, limits);
  return { recoveryCodes };
}

export async function beginSms(
  services: Services,
  { userId, language }: Session,
  { password, phone }: { password: string; phone: string },
) {
  await requirePassword(services, userId, password);
  const now = services.clock.now();
  await take(services.pool, smsLimits(userId), now);
  const to = plainPhone(phone);
  const code = newSmsCode();
  await systemTransaction(services.pool, async (db) => {
    await db.query('UPDATE app_user SET sms_pending = $2 WHERE id = $1', [userId, to]);
    await storeSmsCode(services, db, { userId, attemptId: null, code, now });
    await sendShortMessage(services, db, { to, text: textsIn(language)('mail.smsCode', { code }) });
  });
}

export async function confirmSms(
  services: Services,
  session: Session,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { pool, clock } = services;
  const { userId } = session;
  const limits = codeLimit(userId);
  await take(pool, limits, clock.now());
  if (!(await useSmsCode(services, pool, { userId, attemptId: null, code, now: clock.now() }))) throw wrongCode();
  const recoveryCodes = await systemTransaction(pool, async (db) => {
    await db.query(`UPDATE app_user SET sms = true, sms_phone = sms_pending, sms_pending = '' WHERE id = $1`, [userId]);
    return stepIsOn(services, db, session);
  });
  await refundLimits(pool, limits);
  return { recoveryCodes };
}

/**
 * Sends an SMS code after the correct password was entered in this browser; without that, does nothing and does not say
 * so. Throws `rate_limited` with the time until the next code.
 */
export async function sendSignInSms(services: Services, attempt: Attempted | undefined, email: string): Promise<void> {
  if (!attempt) return;
  const { pool, clock } = services;
  const now = clock.now();
  const found = await pool.query<{ to: string; language: string }>(
    'SELECT sms_phone AS "to", language FROM app_user WHERE id = $1 AND email = $2 AND sms',
    [attempt.userId, email],
  );
  const user = found.rows[0];
  if (!user) return;
  await take(pool, smsLimits(attempt.userId), now);
  const code = newSmsCode();
  await systemTransaction(pool, async (db) => {
    await storeSmsCode(services, db, { userId: attempt.userId, attemptId: attempt.id, code, now });
    await sendShortMessage(services, db, { to: user.to, text: textsIn(user.language)('mail.smsCode', { code }) });
  });
}

export async function endStep(
  services: Services,
  session: Session,
  step: 'otp' | 'sms',
  password: string,
): Promise<void> {
  const { userId, sessionId, organisationId } = session;
  await requirePassword(services, userId, password);
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const found = await db.query<{ otp: boolean; sms: boolean; passkey: boolean; forced: boolean; needsSms: boolean }>(
      `SELECT u.otp, u.sms, u.passkey, o.force_mfa AS forced, o.require_sms AS "needsSms" FROM app_user u, organisation o
       WHERE u.id = $1 AND o.id = $2 FOR UPDATE OF u`,
      [userId, organisationId],
    );
    const row = found.rows[0];
    if (!row?.[step]) return;
    const left = step === 'otp' ? row.sms || (row.passkey && !row.needsSms) : (row.otp || row.passkey) && !row.needsSms;
    if (row.forced && !left) throw new AppError('second_step_required');
    await db.query(
      step === 'otp'
        ? 'UPDATE app_user SET otp = false, otp_secret = NULL, otp_pending = NULL WHERE id = $1'
        : `UPDATE app_user SET sms = false, sms_phone = '', sms_pending = '' WHERE id = $1`,
      [userId],
    );
    const others = row.passkey || (step === 'otp' ? row.sms : row.otp);
    if (!others) await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
    await noteEvent(db, { kind: 'second_step.off', userId, sessionId }, now);
    await endSessionsOf(db, userId, { reason: 'second step ended', except: sessionId, now });
    await mailPerson(services, db, userId, 'secondStepOff');
  });
}

export async function renewRecoveryCodes(services: Services, { userId, sessionId }: Session, password: string) {
  await requirePassword(services, userId, password);
  const recoveryCodes = await systemTransaction(services.pool, async (db) => {
    const has = await db.query('SELECT FROM app_user WHERE id = $1 AND (otp OR sms OR passkey)', [userId]);
    if (!has.rowCount) throw new AppError('not_found');
    await noteEvent(db, { kind: 'recovery_codes.made', userId, sessionId }, services.clock.now());
    return createRecoveryCodes(services, db, userId);
  });
  return { recoveryCodes };
}
