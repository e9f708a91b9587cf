// The user's own account: read and changed in the account settings.
import type { Account, changeAccount } from '@plumbline/core/features/account/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { mailPerson } from '../auth/emails/to-person.ts';
import { pictureLink } from '../auth/picture-link.ts';
import { noteEvent } from '../auth/security-events.ts';
import { enqueueMembershipUpdates } from '../organisations/project-memberships.ts';
import { setPassword } from '../organisations/store.ts';
import { minLengthFor, passwordMinLengthFor, requirePassword, requireValidPassword } from './own-password.ts';

type Row = Omit<Account, 'picture' | 'secondStepEndsAt' | 'passwordMinLength'> & {
  pictureKey: string | null;
  endsAt: Date | null;
};

const ACCOUNT = `
  SELECT u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.phone, u.photo_size AS "photoSize", u.language,
         u.time_zone AS "timeZone", u.picture_key AS "pictureKey", u.otp, u.sms, u.passkey,
         CASE WHEN u.sms THEN '•••' || right(u.sms_phone, 3) ELSE '' END AS "smsPhone",
         (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL) AS "recoveryCodesLeft",
         (SELECT l.email FROM account_link l WHERE l.user_id = u.id AND l.purpose = 'emailChange' AND l.used_at IS NULL
            AND l.expires_at > $3 ORDER BY l.created_at DESC LIMIT 1) AS "newEmail",
         u.second_step_ends_at AS "endsAt", o.force_mfa AS "forceMfa", o.require_sms AS "requireSms"
  FROM app_user u JOIN organisation o ON o.id = $2 WHERE u.id = $1`;

export async function readAccount({ pool, clock, config }: Services, session: Session): Promise<Account> {
  const now = clock.now();
  const found = await pool.query<Row>(ACCOUNT, [session.userId, session.organisationId, now]);
  if (!found.rows[0]) throw new AppError('invalid_token');
  const { pictureKey, endsAt, ...row } = found.rows[0];
  return {
    ...row,
    picture: pictureLink(config, session, pictureKey, now),
    secondStepEndsAt: endsAt?.toISOString() ?? null,
    passwordMinLength: await passwordMinLengthFor(pool, session.userId),
  };
}

type Change = RequestOf<typeof changeAccount>['body'];

export async function changeOwnData(services: Services, session: Session, change: Change): Promise<Account> {
  const now = services.clock.now();
  const { userId } = session;
  await systemTransaction(services.pool, async (db) => {
    await db.query(
      `UPDATE app_user SET first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
         phone = coalesce($4, phone), photo_size = coalesce($5, photo_size) WHERE id = $1`,
      [userId, change.firstName ?? null, change.lastName ?? null, change.phone ?? null, change.photoSize ?? null],
    );
    await enqueueMembershipUpdates(services, db, userId);
  });
  await noteEvent(
    services.pool,
    { kind: 'account.changed', userId: session.userId, sessionId: session.sessionId },
    now,
  );
  return readAccount(services, session);
}

export async function changeOwnPassword(
  services: Services,
  session: Session,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const { userId, sessionId } = session;
  await requirePassword(services, userId, password);
  if (password === newPassword) refuseFields({ path: 'newPassword', outcome: 'SAME_AS_BEFORE' });
  const { firstName, lastName, email } = await readAccount(services, session);
  const least = await minLengthFor(services.pool, userId);
  requireValidPassword(newPassword, { firstName, lastName, username: email }, 'newPassword', least);
  await systemTransaction(services.pool, async (db) => {
    await setPassword(db, userId, { password: newPassword, except: sessionId, now: services.clock.now() });
    await mailPerson(services, db, userId, 'passwordChanged');
  });
}
