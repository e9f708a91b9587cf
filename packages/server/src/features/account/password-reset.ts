// Password reset: a single-use link by email, valid for an hour. The second step stays on unless the user enters a
// recovery code or waits three days, during which every email offers to cancel the removal.
import { LINK_HOURS, SECOND_STEP_HOURS } from '@plumbline/core/features/account/entry-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { take } from '../../http/limits/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { createLink, dropLinks, readLink, useLink } from '../auth/email-links.ts';
import { enqueueSealed, openOrder } from '../auth/emails/jobs.ts';
import { mailPerson } from '../auth/emails/to-person.ts';
import { dropSteps, hasStep, stepsOf, useRecoveryCode } from '../auth/second-step/second-step.ts';
import { noteEvent } from '../auth/security-events.ts';
import { setPassword } from '../organisations/store.ts';
import { minLengthFor, passwordMinLengthFor, requireValidPassword } from './own-password.ts';

export const RESET = 'account.passwordReset';
const HOUR = 3_600_000;

export async function requestReset(services: Services, block: string, email: string): Promise<void> {
  await take(services.pool, [{ bucket: `reset:${block}`, max: 20, windowMs: HOUR }], services.clock.now());
  await enqueueSealed(services, services.pool, RESET, { email });
}

/** The job: sends the link if the address has an account. */
export async function beginReset(services: Services, payload: unknown): Promise<void> {
  const { email } = openOrder<{ email: string }>(services, RESET, payload).order;
  try {
    await take(services.pool, [{ bucket: `reset:to:${email}`, max: 5, windowMs: HOUR }], services.clock.now());
  } catch (error) {
    if (error instanceof AppError) return;
    throw error;
  }
  await systemTransaction(services.pool, async (db) => {
    const found = await db.query<{ id: string; invited: boolean }>(
      'SELECT id, password_hash IS NULL AS invited FROM app_user WHERE email = $1 AND active AND NOT requires_sso(id)',
      [email],
    );
    const user = found.rows[0];
    // An invited user who never signed in sets the first password through the invitation, which also presents the
    // terms.
    if (!user || user.invited) return;
    const lifetimeMs = LINK_HOURS.passwordReset * HOUR;
    const token = await createLink(services, db, { purpose: 'passwordReset', userId: user.id, email, lifetimeMs });
    // The token is in the URL fragment, so it reaches no log, referrer or proxy.
    await mailPerson(services, db, user.id, 'passwordReset', {
      link: `${services.config.publicUrl}/forgotPassword#${token}`,
    });
  });
}

/** Returns the requirements for the new password. Throws if the link is no longer valid. */
export async function checkReset({ pool, clock }: Services, token: string): Promise<{ passwordMinLength: number }> {
  const { userId } = await readLink(pool, 'passwordReset', token, clock.now());
  if (userId === null) throw new AppError('link_used');
  return { passwordMinLength: await passwordMinLengthFor(pool, userId) };
}

export type Resetting = {
  token: string;
  password: string;
  secondStep: 'keep' | 'recovery' | 'delay';
  recoveryCode?: string | undefined;
};

export async function resetPassword(
  services: Services,
  requested: Resetting,
): Promise<{ secondStepEndsAt: string | null }> {
  const { pool, clock, config } = services;
  const now = clock.now();
  const { userId } = await readLink(pool, 'passwordReset', requested.token, now);
  if (userId === null) throw new AppError('link_used');
  const found = await pool.query<{ firstName: string; lastName: string; username: string }>(
    'SELECT first_name AS "firstName", last_name AS "lastName", email AS username FROM app_user WHERE id = $1 AND active',
    [userId],
  );
  const person = found.rows[0];
  if (!person) throw new AppError('link_used');
  requireValidPassword(requested.password, person, 'password', await minLengthFor(pool, userId));
  if (requested.secondStep === 'recovery') {
    await take(pool, [{ bucket: `reset-code:${userId}`, max: 10, windowMs: HOUR }], now);
  }
  const steps = await stepsOf(pool, userId, now);
  const delayed = requested.secondStep === 'delay' && hasStep(steps);
  const endsAt = delayed ? new Date(now.getTime() + SECOND_STEP_HOURS * HOUR) : null;
  await systemTransaction(pool, async (db) => {
    await useLink(db, 'passwordReset', requested.token, now);
    if (requested.secondStep === 'recovery') {
      const right = await useRecoveryCode(services, db, userId, requested.recoveryCode ?? '', now);
      // The transaction is rolled back, so the link remains valid for another attempt.
      if (!right) throw new AppError('wrong_code', { fields: [{ path: 'recoveryCode', outcome: 'NOT_VALID' }] });
      await dropSteps(db, userId);
      await noteEvent(db, { kind: 'second_step.off', userId, detail: { by: 'recovery code' } }, now);
      await mailPerson(services, db, userId, 'secondStepOff');
    }
    await setPassword(db, userId, { password: requested.password, now });
    await dropLinks(db, userId, ['passwordReset', 'emailChange'], now);
    // The user has proved access to the mailbox, so the lock on codes is lifted.
    await db.query('UPDATE app_user SET code_failures = 0 WHERE id = $1', [userId]);
    await mailPerson(services, db, userId, 'passwordChanged');
    if (endsAt) {
      await db.query('UPDATE app_user SET second_step_ends_at = $2 WHERE id = $1', [userId, endsAt]);
      const lifetimeMs = LINK_HOURS.keep * HOUR;
      const token = await createLink(services, db, { purpose: 'keep', userId, email: person.username, lifetimeMs });
      await noteEvent(db, { kind: 'second_step.ending', userId }, now);
      const link = `${config.publicUrl}/home/keepSecondStep/${token}`;
      await mailPerson(services, db, userId, 'secondStepEnding', { params: { hours: SECOND_STEP_HOURS }, link });
    }
  });
  return { secondStepEndsAt: endsAt?.toISOString() ?? null };
}

/** Confirms an emailed link about the second step: `keep` cancels its removal, `codes` lifts the lock on codes. */
export async function confirmStep(services: Services, purpose: 'keep' | 'codes', token: string): Promise<void> {
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const { userId } = await useLink(db, purpose, token, now);
    if (userId === null) throw new AppError('link_used');
    const change = purpose === 'keep' ? 'second_step_ends_at = NULL' : 'code_failures = 0';
    await db.query(`UPDATE app_user SET ${change} WHERE id = $1`, [userId]);
    await noteEvent(db, { kind: purpose === 'keep' ? 'second_step.kept' : 'codes.unlocked', userId }, now);
  });
}
