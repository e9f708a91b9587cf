// Who is calling: the bearer token of a live session, looked up by its hash on every request.
import { createHash } from 'node:crypto';
import { isLicensed, type LicenceKind } from '@plumbline/core/features/organisations/standing';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { sameBytes } from './instance-key.ts';
import { vouchFor } from './strangers-bodies.ts';

export type Session = {
  sessionId: string;
  userId: string;
  organisationId: string;
  owner: boolean;
  admin: boolean;
  /** May manage users and their licences; administrators may anyway. */
  manageUsers: boolean;
  /** Has a valid licence: nobody without one changes anything in projects. */
  licensed: boolean;
  /** Had one, and it has ended: nothing is synchronised. */
  licenceExpired: boolean;
  language: string;
  timeZone: string;
  /** How the session began; `support` is a token its owner gave to a helper. */
  way: 'password' | 'support' | 'sso';
};

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const LIVE = `
  SELECT s.id AS "sessionId", s.user_id AS "userId", s.organisation_id AS "organisationId",
         m.owner, m.admin OR m.owner AS admin, m.manage_users AS "manageUsers", m.licence,
         least(m.licence_ends_at, o.licence_ends_at) AS "licenceEndsAt", u.language, u.time_zone AS "timeZone",
         s.kind AS way, s.access_expires_at <= $2 AS expired,
         o.force_mfa AND s.kind = 'password' AND NOT CASE WHEN o.require_sms THEN u.sms ELSE u.otp OR u.sms END AS missing,
         s.fingerprint_hash IS NOT NULL AS bound, d.key_hash AS "keyHash",
         EXISTS (SELECT FROM device_key k WHERE k.user_id = s.user_id AND k.key_hash = $3) AS "keyOfUser",
         s.ended_at IS NULL AND u.active AND m.active AND s.security_epoch = u.security_epoch AS live
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN organisation_member m ON m.organisation_id = s.organisation_id AND m.user_id = s.user_id
  JOIN organisation o ON o.id = s.organisation_id
  LEFT JOIN device_key d ON d.user_id = s.user_id AND d.fingerprint_hash = s.fingerprint_hash
  WHERE s.access_hash = $1`;

type Row = Omit<Session, 'licensed' | 'licenceExpired'> & {
  licence: LicenceKind | null;
  licenceEndsAt: Date | null;
  expired: boolean;
  live: boolean;
  missing: boolean;
  /** The session belongs to one browser, which has asked for its key. */
  bound: boolean;
  /** Of that browser's key; null where it was given up. */
  keyHash: Buffer | null;
  /** The key that came with the call is of some device of the user. */
  keyOfUser: boolean;
};

/** What a browser sends that has no key of its own. */
export const NO_KEY = 'nokey';

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['user-encryption-key'];
  return key === undefined || key === NO_KEY ? undefined : String(key);
};

/**
 * The key of another device, or of one that was given up, opens nothing; not even with a token that is right. A session
 * that has just begun in a browser is not bound yet: there any key of the user's own devices will do.
 */
function demandKey(request: FastifyRequest, row: Row): void {
  if (row.bound && row.keyHash === null) throw new AppError('device_revoked');
  const key = keyOf(request);
  if (key === undefined) return;
  const own = row.bound ? row.keyHash !== null && sameBytes(hashOf(key), row.keyHash) : row.keyOfUser;
  if (!own) throw new AppError('device_revoked');
}

/** Whether the second step that the organisation asks for may still be missing. */
type Allowing = { settingUp?: boolean | undefined };

/** Reads the session of a bearer token. Throws `unauthenticated` without one, `invalid_token` for a dead or expired one. */
export async function authenticate(
  pool: Pool,
  request: FastifyRequest,
  now: Date,
  { settingUp }: Allowing = {},
): Promise<Session> {
  const header = request.headers.authorization;
  if (header === undefined) throw new AppError('unauthenticated');
  const match = /^bearer ([\w-]{20,128})$/iu.exec(header);
  if (!match?.[1]) throw new AppError('invalid_token');
  const found = await pool.query<Row>(LIVE, [hashOf(match[1]), now, hashOf(keyOf(request) ?? '')]);
  const row = found.rows[0];
  if (!row?.live) throw new AppError('invalid_token');
  if (row.expired) throw new AppError('invalid_token', { params: { reason: 'Access token expired' } });
  demandKey(request, row);
  if (row.missing && !settingUp) throw new AppError('second_step_required');
  vouchFor(request);
  const { sessionId, userId, organisationId, owner, admin, manageUsers, language, timeZone, way } = row;
  const licensed = isLicensed({ ...row, licenceEndsAt: row.licenceEndsAt?.toISOString() ?? null }, now);
  const licenceExpired = row.licence !== null && !licensed;
  return {
    ...{ sessionId, userId, organisationId, owner, admin, manageUsers, language, timeZone, way },
    licensed,
    licenceExpired,
  };
}
