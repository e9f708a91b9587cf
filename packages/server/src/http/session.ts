// Authenticates requests: the bearer token of a live session, looked up by its hash on every request.
import { createHash } from 'node:crypto';
import { accessRoleOf, type Role } from '@plumbline/core/access/capabilities';
import { effectiveRole, isLicensed, type LicenceKind } from '@plumbline/core/access/membership-status';
import { type DeviceKind, isMobileDevice } from '@plumbline/core/features/auth/device-kind';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { prepared, queryPrepared } from '../db/prepared-statement.ts';
import { isAllowed } from './limits/allowed-networks.ts';
import { allowSlowBody } from './limits/anonymous-body-timeout.ts';
import { sameBytes } from './security/instance-key.ts';

export type Session = {
  sessionId: string;
  userId: string;
  organisationId: string;
  owner: boolean;
  admin: boolean;
  /** Can manage users and their licences; administrators always can. */
  manageUsers: boolean;
  /** Has a valid licence, which is required to change anything in projects. */
  licensed: boolean;
  /** Had a licence that has expired: nothing is synchronised. */
  licenceExpired: boolean;
  language: string;
  timeZone: string;
  /** How the session started; `support` is a token that its owner gave to a supporter. */
  way: 'password' | 'support' | 'sso';
  /** The membership in the requested project, if any. */
  membership?: Membership;
};

/** The actor in a project, and the project's time zone. */
export type Membership = { actor: Actor; timezone: string };

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const live = (more = '', joined = '') => `
  SELECT s.id AS "sessionId", s.user_id AS "userId", s.organisation_id AS "organisationId",
         m.owner, m.admin OR m.owner AS admin, m.manage_users AS "manageUsers", m.licence,
         least(m.licence_ends_at, o.licence_ends_at) AS "licenceEndsAt", u.language, u.time_zone AS "timeZone",
         s.kind AS way, s.access_expires_at <= $2 AS expired,
         o.force_mfa AND s.kind = 'password' AND NOT CASE WHEN o.require_sms THEN u.sms ELSE u.otp OR u.sms OR u.passkey END AS missing,
         o.networks, s.fingerprint_hash IS NOT NULL AS bound, d.key_hash AS "keyHash", coalesce(d.kind, '') AS device,
         EXISTS (SELECT FROM device_key k WHERE k.user_id = s.user_id AND k.key_hash = $3) AS "keyOfUser",
         s.ended_at IS NULL AND u.active AND m.active AND s.security_epoch = u.security_epoch AS live${more}
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN organisation_member m ON m.organisation_id = s.organisation_id AND m.user_id = s.user_id
  JOIN organisation o ON o.id = s.organisation_id
  LEFT JOIN device_key d ON d.user_id = s.user_id AND d.fingerprint_hash = s.fingerprint_hash${joined}
  WHERE s.access_hash = $1`;
// Used by every request.
const SESSION = prepared(live());
const SESSION_AND_MEMBERSHIP = prepared(
  live(
    ', membership.*',
    '\n  LEFT JOIN LATERAL project_access(s.organisation_id, $4::uuid, s.user_id) membership ON m.active AND u.active AND s.ended_at IS NULL',
  ),
);

/** The columns of `project_access`; all null for non-members. */
type FoundMembership = {
  role: Role | null;
  ownerId: string | null;
  assistantId: string | null;
  timezone: string;
  teams: string[];
};

type Row = Omit<Session, 'licensed' | 'licenceExpired' | 'membership'> & {
  licence: LicenceKind | null;
  licenceEndsAt: Date | null;
  expired: boolean;
  live: boolean;
  missing: boolean;
  /** The session is bound to a browser, which has requested its key. */
  bound: boolean;
  /** The hash of that browser's key; null if the device was removed. */
  keyHash: Buffer | null;
  /** The kind of device the browser runs on, if it has reported it. */
  device: DeviceKind | '';
  /** The networks that the organisation allows; empty: every one. */
  networks: string[];
  /** The key in the request belongs to one of the user's devices. */
  keyOfUser: boolean;
} & FoundMembership;

/** Sent by browsers that have no key. */
export const NO_KEY = 'nokey';

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['user-encryption-key'];
  return key === undefined || key === NO_KEY ? undefined : String(key);
};

/**
 * Rejects the key of another device or of a removed one, even with a valid token. A session that has just started in a
 * browser is not bound yet: it accepts the key of any of the user's devices.
 */
function requireKey(request: FastifyRequest, row: Row, needed: boolean): void {
  if (row.bound && row.keyHash === null) throw new AppError('device_revoked');
  const key = keyOf(request);
  if (key === undefined) {
    if (needed && row.way !== 'support') throw new AppError('device_key_required');
    return;
  }
  const own = row.bound ? row.keyHash !== null && sameBytes(hashOf(key), row.keyHash) : row.keyOfUser;
  if (!own) throw new AppError('device_revoked');
}

/** A licence for phones and tablets only does not open projects on other devices. */
function requireMobileDevice(request: FastifyRequest, { device }: Row): void {
  if (!isMobileDevice(device, request.headers['user-agent'] ?? '')) throw new AppError('licence_mobile');
}

type AuthenticateOptions = {
  /** Allows requests while the second factor that the organisation requires is not set up yet. */
  settingUp?: boolean | undefined;
  /** Also reads the membership in this project. */
  projectId?: string | undefined;
  /** Requires the device key. */
  deviceKey?: boolean | undefined;
  /** The request reads or changes data of projects. */
  site?: boolean | undefined;
};

function membershipOf({ role, userId, teams, timezone, ...named }: Row, licensed: boolean): Membership | undefined {
  if (!role) return undefined;
  const acting = effectiveRole(accessRoleOf(role, named, userId), licensed);
  return { actor: { userId, role: acting, teamIds: new Set(teams) }, timezone };
}

/**
 * Reads the session of a bearer token. Throws `unauthenticated` without a token, `invalid_token` for an ended or
 * expired session,
 * `network_not_allowed` from a network that the organisation does not allow.
 */
export async function authenticate(
  pool: Pool,
  request: FastifyRequest,
  now: Date,
  { settingUp, projectId, deviceKey = false, site = projectId !== undefined }: AuthenticateOptions = {},
): Promise<Session> {
  const header = request.headers.authorization;
  if (header === undefined) throw new AppError('unauthenticated');
  const match = /^bearer ([\w-]{20,128})$/iu.exec(header);
  if (!match?.[1]) throw new AppError('invalid_token');
  const values = [hashOf(match[1]), now, hashOf(keyOf(request) ?? '')];
  const found = await queryPrepared<Row>(
    pool,
    projectId === undefined ? { ...SESSION, values } : { ...SESSION_AND_MEMBERSHIP, values: [...values, projectId] },
  );
  const row = found.rows[0];
  if (!row?.live) throw new AppError('invalid_token');
  const { sessionId, userId, organisationId } = row;
  request.caller = { sessionId, userId, organisationId };
  if (row.expired) throw new AppError('invalid_token', { params: { reason: 'Access token expired' } });
  if (!isAllowed(row.networks, request.ip)) throw new AppError('network_not_allowed');
  requireKey(request, row, deviceKey);
  if (row.missing && !settingUp) throw new AppError('second_step_required');
  if (site && row.licence === 'mobile' && row.way !== 'support') requireMobileDevice(request, row);
  allowSlowBody(request);
  const { owner, admin, manageUsers, language, timeZone, way } = row;
  const licensed = isLicensed({ ...row, licenceEndsAt: row.licenceEndsAt?.toISOString() ?? null }, now);
  const licenceExpired = row.licence !== null && !licensed;
  const membership = membershipOf(row, licensed);
  return {
    ...{ sessionId, userId, organisationId, owner, admin, manageUsers, language, timeZone, way },
    licensed,
    licenceExpired,
    ...(membership && { membership }),
  };
}
