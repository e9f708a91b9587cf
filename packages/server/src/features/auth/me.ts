// The signed-in user's profile: read and changed by the application.

import { LICENSED_ROLES } from '@plumbline/core/access/membership-status';
import type { patchMe, UserReply } from '@plumbline/core/features/auth/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { isTimeZone } from '@plumbline/core/kernel/time-zone';
import { isLanguage } from '@plumbline/locales/languages';
import type { Pool } from 'pg';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import { textsIn } from '../../http/texts.ts';
import type { Services } from '../../platform/services.ts';
import { pictureLink } from './picture-link.ts';

type Row = {
  email: string;
  firstName: string;
  lastName: string;
  language: string;
  timeZone: string;
  organisationName: string;
  createProjects: boolean;
  terms: boolean;
  privacy: boolean;
  forceMfa: boolean;
  missing: boolean;
  pictureKey: string | null;
  photoSize: UserReply['photoSize'];
  licence: string | null;
};

const ME = `
  SELECT u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.language, u.time_zone AS "timeZone",
         o.name AS "organisationName", m.create_projects AS "createProjects",
         u.terms_version >= $3 AS terms, u.privacy_version >= $4 AS privacy, o.force_mfa AS "forceMfa",
         o.force_mfa AND NOT CASE WHEN o.require_sms THEN u.sms ELSE u.otp OR u.sms OR u.passkey END AS missing,
         u.picture_key AS "pictureKey", u.photo_size AS "photoSize", m.licence
  FROM app_user u
  JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $2
  JOIN organisation o ON o.id = m.organisation_id
  WHERE u.id = $1`;

/** Names of the user's permissions outside individual projects. */
function permissionsOf(session: Session, createProjects: boolean): string[] {
  return [
    ...((session.admin || createProjects) && session.licensed ? ['project.create'] : []),
    ...(session.admin ? ['project.viewAll'] : []),
    ...(session.admin || session.manageUsers ? ['user.manage'] : []),
  ];
}

/** Why the licence restricts the user's roles; null if it does not. */
async function licenceMessage(
  pool: Pool,
  session: Session,
  { language }: Pick<Row, 'language'>,
): Promise<string | null> {
  if (session.licensed) return null;
  const { organisationId, userId, licenceExpired } = session;
  if (licenceExpired) return textsIn(language)('licence.expiredText');
  const found = await tenantSnapshot(pool, organisationId, (db) =>
    db.query(
      `SELECT FROM member m JOIN project r ON r.organisation_id = m.organisation_id AND r.id = m.project_id
       WHERE m.organisation_id = $1 AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'
         AND (m.role = ANY ($3) OR m.user_id IN (r.owner_id, r.assistant_id)) LIMIT 1`,
      [organisationId, userId, LICENSED_ROLES],
    ),
  );
  return found.rowCount ? textsIn(language)('licence.noneText') : null;
}

export async function readMe({ pool, config, clock }: Services, session: Session): Promise<UserReply> {
  const { userId, organisationId } = session;
  const found = await pool.query<Row>(ME, [userId, organisationId, config.terms.version, config.privacy.version]);
  const row = found.rows[0];
  if (!row) throw new AppError('invalid_token');
  return {
    userId: session.userId,
    username: row.email,
    type: session.way === 'sso' ? 'SAML' : 'PASSWORD',
    firstName: row.firstName,
    lastName: row.lastName,
    organisationId: session.organisationId,
    organisationName: row.organisationName,
    owner: session.owner,
    permissions: permissionsOf(session, row.createProjects),
    settings: { admin: session.admin, timeZone: row.timeZone, language: row.language },
    language: row.language,
    forceMfa: row.forceMfa,
    secondStepMissing: row.missing && session.way === 'password',
    byToken: session.way === 'support',
    picture: pictureLink(config, session, row.pictureKey, clock.now()),
    photoSize: row.photoSize,
    license: session.licensed ? row.licence : null,
    noLicenseMessage: await licenceMessage(pool, session, row),
    privacyPolicyAccepted: row.privacy,
    termsAndConditionsAccepted: row.terms,
  };
}

export async function changeMe(
  services: Services,
  session: Session,
  change: RequestOf<typeof patchMe>['body'],
): Promise<UserReply> {
  const { language, timeZone } = change.settings ?? {};
  if (language !== undefined && !isLanguage(language)) refuseFields({ path: 'settings.language', outcome: 'UNKNOWN' });
  if (timeZone !== undefined && !isTimeZone(timeZone)) refuseFields({ path: 'settings.timeZone', outcome: 'UNKNOWN' });
  await services.pool.query(
    `UPDATE app_user SET language = coalesce($2, language), time_zone = coalesce($3, time_zone),
       privacy_accepted_at = CASE WHEN $4 AND privacy_version < $7 THEN $6 ELSE privacy_accepted_at END,
       privacy_version = CASE WHEN $4 THEN greatest(privacy_version, $7) ELSE privacy_version END,
       terms_accepted_at = CASE WHEN $5 AND terms_version < $8 THEN $6 ELSE terms_accepted_at END,
       terms_version = CASE WHEN $5 THEN greatest(terms_version, $8) ELSE terms_version END
     WHERE id = $1`,
    [
      session.userId,
      language ?? null,
      timeZone ?? null,
      change.privacyPolicyAccepted ?? false,
      change.termsAndConditionsAccepted ?? false,
      services.clock.now(),
      services.config.privacy.version,
      services.config.terms.version,
    ],
  );
  return readMe(services, session);
}
