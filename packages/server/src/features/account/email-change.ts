// Email change: requested with the password, confirmed by a link sent to the new address. The old address is notified
// both times.
import { LINK_HOURS } from '@plumbline/core/features/account/entry-contract';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { take } from '../../http/limits/rate-limit.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { createLink, dropLinks, useLink } from '../auth/email-links.ts';
import { sendMail } from '../auth/emails/jobs.ts';
import { mailPerson } from '../auth/emails/to-person.ts';
import { noteEvent } from '../auth/security-events.ts';
import { endSessionsOf } from '../auth/session/sessions.ts';
import { enqueueMembershipUpdates } from '../organisations/project-memberships.ts';
import { requirePassword } from './own-password.ts';

const HOUR = 3_600_000;

type EmailChange = { password: string; email: string };

export async function requestEmailChange(
  services: Services,
  session: Session,
  { password, email }: EmailChange,
): Promise<void> {
  const { userId, sessionId } = session;
  const now = services.clock.now();
  await requirePassword(services, userId, password);
  await take(services.pool, [{ bucket: `email-change:${userId}`, max: 5, windowMs: HOUR }], now);
  await systemTransaction(services.pool, async (db) => {
    const found = await db.query<{ email: string; language: string; name: string }>(
      'SELECT email, language, first_name AS name FROM app_user WHERE id = $1',
      [userId],
    );
    const before = found.rows[0];
    if (!before) throw new AppError('invalid_token');
    if (before.email === email) refuseFields({ path: 'email', outcome: 'SAME_AS_BEFORE' });
    await dropLinks(db, userId, ['emailChange'], now);
    await noteEvent(db, { kind: 'email.changing', userId }, now);
    await mailPerson(services, db, userId, 'emailChanging');
    const taken = await db.query<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [email]);
    const owner = taken.rows[0];
    const lifetimeMs = LINK_HOURS.emailChange * HOUR;
    const token = await createLink(services, db, {
      purpose: 'emailChange',
      userId,
      email,
      data: { sessionId },
      lifetimeMs,
    });
    if (owner) {
      // The owner of the address is notified; the requester cannot tell that the address is taken.
      await mailPerson(services, db, owner.id, 'accountExists', {
        link: `${services.config.publicUrl}/forgotPassword`,
      });
      return;
    }
    const link = `${services.config.publicUrl}/home/verifyEmail/${token}`;
    const { language, name } = before;
    await sendMail(services, db, { kind: 'confirmEmail', to: email, language, params: { name }, link });
  });
}

export async function completeEmailChange(services: Services, token: string): Promise<void> {
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const { userId, email, data } = await useLink(db, 'emailChange', token, now);
    if (userId === null) throw new AppError('link_used');
    const taken = await db.query('SELECT FROM app_user WHERE email = $1', [email]);
    if (taken.rowCount) throw new AppError('link_used');
    // Must run before the update, while the account still has the old address.
    await mailPerson(services, db, userId, 'emailChanged');
    await db.query('UPDATE app_user SET email = $2 WHERE id = $1', [userId, email]);
    await enqueueMembershipUpdates(services, db, userId);
    await dropLinks(db, userId, ['passwordReset', 'emailChange'], now);
    await noteEvent(db, { kind: 'email.changed', userId }, now);
    const requested = typeof data.sessionId === 'string' ? { except: data.sessionId } : {};
    await endSessionsOf(db, userId, { reason: 'e-mail changed', ...requested, now });
  });
}
