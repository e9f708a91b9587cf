// Signs in by password, and by a code if the account requires one. Unknown addresses and wrong passwords take the same
// path and time.
import { randomBytes } from 'node:crypto';
import { email } from '@plumbline/core/features/auth/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { createSlots } from '../../http/limits/concurrency-slots.ts';
import { type Limit, refundLimits, take } from '../../http/limits/rate-limit.ts';
import { instanceKey, macOf } from '../../http/security/instance-key.ts';
import type { Services } from '../../platform/services.ts';
import { createLink } from './email-links.ts';
import { mailPerson } from './emails/to-person.ts';
import { hashPassword, isWeaker, verifyPassword } from './passwords.ts';
import { beginAttempt, readAttempt } from './second-step/attempts.ts';
import { hasStep, type Proof, proveSecondStep, type Steps, stepsOf } from './second-step/second-step.ts';
import { noteEvent } from './security-events.ts';
import { beginSession, type Issued } from './session/sessions.ts';

const HOUR = 3_600_000;
/** Failed attempts allowed per account, per network, and per account and network. */
export const ACCOUNT_FAILURES = 30;
const ADDRESS_FAILURES = 100;
export const PAIR_FAILURES = 10;

export type Attempt = {
  username: string;
  password: string;
  ip: string;
  userAgent: string;
  /** Code of the second step; without it, an account with a second step answers that a code is required. */
  code: string | undefined;
  /** Cookie the browser received when it presented the correct password earlier. */
  attempt: string | undefined;
  /** A device that has signed in to this account before; its failures are counted separately from everyone else's. */
  knownDevice: (account: string) => string | undefined;
};

/** Someone who has proved who they are. */
export type Admitted = { id: string; hash: string | null; epoch: number; organisationId: string | null };
type AccountRow = Admitted & { active: boolean };

// An account that must use the organisation's SSO provider has no usable password hash here. The organisation is the
// one joined first among those in which the user is active.
const USER = `
  SELECT u.id, CASE WHEN requires_sso(u.id) THEN NULL ELSE u.password_hash END AS hash, u.active, u.security_epoch AS epoch,
         (SELECT m.organisation_id FROM organisation_member m
          WHERE m.user_id = u.id AND m.active ORDER BY m.created_at, m.organisation_id LIMIT 1) AS "organisationId"
  FROM app_user u WHERE u.email = $1`;

function limitsOf(account: string, block: string, device: string | undefined): Limit[] {
  if (device !== undefined) {
    return [{ bucket: `login:device:${device}:${account}`, max: PAIR_FAILURES, windowMs: HOUR / 4 }];
  }
  return [
    { bucket: `login:account:${account}`, max: ACCOUNT_FAILURES, windowMs: HOUR },
    { bucket: `login:address:${block}`, max: ADDRESS_FAILURES, windowMs: HOUR },
    { bucket: `login:pair:${account}:${block}`, max: PAIR_FAILURES, windowMs: HOUR / 4 },
  ];
}

/** `needs`: the password is correct and a code must follow; `attempt` goes into the browser's cookie. */
export type SignedIn = { issued: Issued; account: string } | { needs: Steps; attempt: string };
export type SignIn = (attempt: Attempt) => Promise<SignedIn>;

/** Emails a link that lifts the lock on codes. */
async function emailLocked(services: Services, userId: string): Promise<void> {
  await systemTransaction(services.pool, async (db) => {
    const token = await createLink(services, db, { purpose: 'codes', userId, email: '', lifetimeMs: 24 * HOUR });
    await noteEvent(db, { kind: 'codes.locked', userId }, services.clock.now());
    await mailPerson(services, db, userId, 'codesLocked', { link: `${services.config.publicUrl}/home/codes/${token}` });
  });
}

/** The kind of code that was correct. Throws if it was wrong or codes are locked. */
async function passSecondStep(
  services: Services,
  userId: string,
  code: string,
  cookie: string | undefined,
): Promise<Proof> {
  const { pool, clock } = services;
  const attempt = await readAttempt(pool, cookie, clock.now());
  const attemptId = attempt?.userId === userId ? attempt.id : undefined;
  const proof = await proveSecondStep(services, userId, { code, attemptId }, (one) => emailLocked(services, one));
  if (proof === undefined) {
    await noteEvent(pool, { kind: 'code.failed', userId }, clock.now());
    throw new AppError('wrong_code', { params: { reason: 'Your E-mail, password or code is wrong' } });
  }
  if (attemptId !== undefined) await pool.query('DELETE FROM signin_attempt WHERE id = $1', [attemptId]);
  if (proof !== 'recovery') return proof;
  await systemTransaction(pool, async (db) => {
    const left = await db.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM recovery_code WHERE user_id = $1 AND used_at IS NULL',
      [userId],
    );
    await noteEvent(db, { kind: 'recovery_code.used', userId }, clock.now());
    await mailPerson(services, db, userId, 'recoveryUsed', { params: { left: left.rows[0]?.left ?? 0 } });
  });
  return proof;
}

/** Verified where an account has no password, so that the time does not tell. One for the process. */
let decoyHash: Promise<string> | undefined;

/** Creates the sign-in function, which limits the hashes computed concurrently. */
export async function createSignIn(services: Services): Promise<SignIn> {
  const { pool, clock, config } = services;
  // Two concurrent hashes use both processors of a small machine and 92 MiB; a queue of 1,000 takes about ten seconds.
  const slots = createSlots(2, 1_000);
  decoyHash ??= hashPassword(randomBytes(18).toString('base64url'));
  const decoy = await decoyHash;

  /** The user with this address and password; undefined otherwise. */
  const check = async (address: string, password: string): Promise<AccountRow | undefined> => {
    const user = (await systemTransaction(pool, (db) => db.query<AccountRow>(USER, [address]))).rows[0];
    const right = await verifyPassword(user?.hash ?? decoy, password);
    return right && user?.hash && user.active ? user : undefined;
  };

  return async (attempt) => {
    const address = email.safeParse(attempt.username.trim()).data ?? '';
    const account = macOf(instanceKey(config.secretKey, 'address'), address).subarray(0, 16).toString('base64url');
    const limits = limitsOf(account, clientAddress(attempt.ip), attempt.knownDevice(account));
    const { user, issued, needs } = await slots(async () => {
      // Taken first and given back on success: concurrent guesses cannot exceed the limit.
      await take(pool, limits, clock.now());
      const found = await check(address, attempt.password);
      if (!found) return { user: undefined, issued: undefined };
      const steps = await stepsOf(pool, found.id, clock.now());
      let step: Proof | undefined;
      if (hasStep(steps)) {
        if (attempt.code === undefined || attempt.code === '') {
          await refundLimits(pool, limits);
          return { user: found, issued: undefined, needs: steps };
        }
        // A wrong code counts as a failure like a wrong password.
        step = await passSecondStep(services, found.id, attempt.code, attempt.attempt);
      }
      await refundLimits(pool, limits);
      const stronger = found.hash && isWeaker(found.hash) ? await hashPassword(attempt.password) : undefined;
      return { user: found, issued: await admit(services, found, { ...attempt, stronger, by: 'password', step }) };
    });
    if (!user) {
      await noteEvent(pool, { kind: 'signin.failed' }, clock.now());
      throw new AppError('wrong_credentials');
    }
    if (needs) return { needs, attempt: await beginAttempt(services, user.id) };
    if (!issued) throw new AppError('account_inactive');
    return { issued, account };
  };
}

type Admission = {
  userAgent: string;
  /** A hash with the current parameters, if the stored one has older ones. */
  stronger?: string | undefined;
  /** How the person proved who they are, for the security event. */
  by: 'password' | 'passkey';
  step?: Proof | undefined;
};

/** Creates a session for this user; undefined if no organisation has them as an active member. */
export async function admit(
  services: Services,
  user: Admitted,
  { userAgent, stronger, by, step }: Admission,
): Promise<Issued | undefined> {
  const { organisationId } = user;
  if (organisationId === null) return undefined;
  const now = services.clock.now();
  return systemTransaction(services.pool, async (db) => {
    if (stronger !== undefined) {
      // Replaces only the hash that was verified: a password changed in the meantime is kept.
      await db.query('UPDATE app_user SET password_hash = $2 WHERE id = $1 AND password_hash = $3', [
        user.id,
        stronger,
        user.hash,
      ]);
    }
    await noteEvent(
      db,
      { kind: 'signin.done', userId: user.id, organisationId, detail: { by, ...(step && { step }) } },
      now,
    );
    const who = { userId: user.id, organisationId, securityEpoch: user.epoch, userAgent };
    return beginSession(services, db, who);
  });
}
