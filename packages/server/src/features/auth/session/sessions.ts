// Session rows: created, renewed by rotation, ended. A session is one family of refresh tokens.
import { randomBytes } from 'node:crypto';
import type { TokenReply } from '@plumbline/core/features/auth/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import { hashOf } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import { mailPerson } from '../emails/to-person.ts';
import { noteEvent } from '../security-events.ts';
import {
  ACCESS_LIFETIME_MS,
  LOST_REPLY_WINDOW_MS,
  MAX_SESSION_IDLE_MS,
  readRefreshToken,
  refreshToken,
  SESSION_LIFETIME_MS,
  secretsOf,
  wasIssued,
} from './tokens.ts';

/** The token reply and its cookie; `maxAge` is in seconds. */
export type Issued = { reply: TokenReply; cookie: string; maxAge: number };

type Core = Pick<Services, 'config' | 'clock' | 'newId'>;
type Refreshing = Core & Pick<Services, 'pool' | 'queue'>;
type Beginner = {
  userId: string;
  organisationId: string;
  securityEpoch: number;
  userAgent: string;
  /** The sign-in method; password by default. */
  kind?: 'password' | 'sso';
};

const seconds = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1_000));

function issued(sessionId: string, counter: number, secrets: { access: string; cookie: string }, times: Times): Issued {
  return {
    reply: {
      token_type: 'bearer',
      access_token: secrets.access,
      refresh_token: refreshToken(sessionId, counter),
      expires_in: seconds(times.now, times.accessUntil),
    },
    cookie: secrets.cookie,
    maxAge: seconds(times.now, times.until),
  };
}
/** Days in milliseconds; the default if the organisation sets none. */
const daysOr = (days: number | null | undefined, otherwise: number): number =>
  days === null || days === undefined ? otherwise : days * 86_400_000;

type Times = { now: Date; accessUntil: Date; until: Date };

const timesOf = (now: Date, until: Date): Times => ({
  now,
  accessUntil: new Date(Math.min(now.getTime() + ACCESS_LIFETIME_MS, until.getTime())),
  until,
});

export async function beginSession(core: Core, db: PoolClient, who: Beginner): Promise<Issued & { sessionId: string }> {
  const now = core.clock.now();
  const found = await db.query<{ days: number | null }>('SELECT session_days AS days FROM organisation WHERE id = $1', [
    who.organisationId,
  ]);
  const times = timesOf(now, new Date(now.getTime() + daysOr(found.rows[0]?.days, SESSION_LIFETIME_MS)));
  const sessionId = core.newId();
  const secrets = secretsOf(core.config.secretKey, sessionId, 0, randomBytes(32).toString('base64url'));
  await db.query(
    `INSERT INTO session (id, user_id, organisation_id, security_epoch, counter, refresh_hash, access_hash,
       access_expires_at, user_agent, created_at, last_used_at, expires_at, kind)
     VALUES ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $9, $10, $11)`,
    [
      sessionId,
      who.userId,
      who.organisationId,
      who.securityEpoch,
      secrets.refreshHash,
      secrets.accessHash,
      times.accessUntil,
      who.userAgent.slice(0, 300),
      now,
      times.until,
      who.kind ?? 'password',
    ],
  );
  return { ...issued(sessionId, 0, secrets, times), sessionId };
}

/** Lives at most six hours and cannot be renewed; the prefix distinguishes it from other tokens. */
const SUPPORT_PREFIX = 'pls_';

/** A support session, started with a token that its owner hands over. */
export async function beginSupportSession(
  core: Core,
  db: PoolClient,
  who: Beginner,
  lifeMs: number,
): Promise<{ token: string; expiresAt: Date }> {
  const now = core.clock.now();
  const expiresAt = new Date(now.getTime() + lifeMs);
  const token = `${SUPPORT_PREFIX}${randomBytes(32).toString('base64url')}`;
  await db.query(
    `INSERT INTO session (id, user_id, organisation_id, security_epoch, counter, refresh_hash, access_hash,
       access_expires_at, user_agent, created_at, last_used_at, expires_at, kind)
     VALUES ($1, $2, $3, $4, 0, $5, $6, $7, '', $8, $8, $7, 'support')`,
    [core.newId(), who.userId, who.organisationId, who.securityEpoch, randomBytes(32), hashOf(token), expiresAt, now],
  );
  return { token, expiresAt };
}

type Row = {
  userId: string;
  organisationId: string;
  counter: number;
  refreshHash: Buffer;
  nonceHash: Buffer | null;
  rotatedAt: Date | null;
  accessUntil: Date;
  lastUsedAt: Date;
  until: Date;
  /** Days without use after which the organisation requires its members to sign in again. */
  idleDays: number | null;
  live: boolean;
};

// Locks the row, so that concurrent refreshes of one session run one after the other.
const LOCKED = `
  SELECT s.user_id AS "userId", s.organisation_id AS "organisationId", s.counter, s.refresh_hash AS "refreshHash",
         s.rotation_nonce_hash AS "nonceHash", s.rotated_at AS "rotatedAt", s.access_expires_at AS "accessUntil",
         s.last_used_at AS "lastUsedAt", s.expires_at AS until, o.session_idle_days AS "idleDays",
         s.ended_at IS NULL AND u.active AND m.active AND s.security_epoch = u.security_epoch AS live
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN organisation_member m ON m.organisation_id = s.organisation_id AND m.user_id = s.user_id
  JOIN organisation o ON o.id = s.organisation_id
  WHERE s.id = $1 FOR UPDATE OF s`;

/** `cookie` proves sessions that began in a browser; other clients hold the same secret in their token. */
type Refresh = { token: string; nonce: string; cookie: string | undefined };

/**
 * Renews a session. Throws `session_ended` unless the token is the newest of a live session. An older token that was
 * really issued has been copied, so the whole session ends. The same nonce gets the same answer again, in case the
 * first one was lost.
 */
export async function refreshSession(services: Refreshing, requested: Refresh): Promise<Issued> {
  const named = readRefreshToken(requested.token);
  const cookie = named?.secret ?? requested.cookie;
  if (!named || cookie === undefined) throw new AppError('session_ended');
  const now = services.clock.now();
  // Ending a copied session must be committed, so a refusal leaves the transaction as a value instead of an exception.
  const outcome = await systemTransaction(services.pool, async (db) => {
    const row = (await db.query<Row>(LOCKED, [named.sessionId])).rows[0];
    if (!row?.live || row.until <= now) return undefined;
    if (row.lastUsedAt.getTime() + daysOr(row.idleDays, MAX_SESSION_IDLE_MS) <= now.getTime()) return undefined;
    const newest = row.refreshHash.equals(hashOf(cookie));
    const repeated = row.rotatedAt !== null && now.getTime() - row.rotatedAt.getTime() <= LOST_REPLY_WINDOW_MS;
    if (repeated && row.nonceHash?.equals(hashOf(requested.nonce)) && named.counter === row.counter - 1) {
      const before = wasIssued(services.config.secretKey, named.sessionId, named.counter, cookie);
      if (newest || before) return again(services, named.sessionId, row, requested.nonce, now);
    }
    // The cookie arrived but the body was lost: the browser that holds the newest secret is the legitimate one.
    if (newest && (named.counter === row.counter || named.counter === row.counter - 1)) {
      return rotate(services, db, named.sessionId, row, requested.nonce, now);
    }
    if (named.counter < row.counter && wasIssued(services.config.secretKey, named.sessionId, named.counter, cookie)) {
      await endSession(db, named.sessionId, 'reused', now);
      await noteEvent(db, { kind: 'session.reused', ...row, sessionId: named.sessionId }, now);
      await mailPerson(services, db, row.userId, 'sessionReused');
    }
    return undefined;
  });
  if (!outcome) throw new AppError('session_ended');
  return outcome;
}

function again(core: Core, sessionId: string, row: Row, nonce: string, now: Date): Issued {
  const secrets = secretsOf(core.config.secretKey, sessionId, row.counter, nonce);
  return issued(sessionId, row.counter, secrets, { now, accessUntil: row.accessUntil, until: row.until });
}

async function rotate(core: Core, db: PoolClient, sessionId: string, row: Row, nonce: string, now: Date) {
  const counter = row.counter + 1;
  const secrets = secretsOf(core.config.secretKey, sessionId, counter, nonce);
  const times = timesOf(now, row.until);
  await db.query(
    `UPDATE session SET counter = $2, refresh_hash = $3, access_hash = $4, access_expires_at = $5,
       rotation_nonce_hash = $6, rotated_at = $7, last_used_at = $7 WHERE id = $1`,
    [sessionId, counter, secrets.refreshHash, secrets.accessHash, times.accessUntil, hashOf(nonce), now],
  );
  return issued(sessionId, counter, secrets, times);
}

/** Ends one session: its tokens and signed links are refused immediately. */
export async function endSession(db: PoolClient, sessionId: string, reason: string, now: Date): Promise<void> {
  await db.query('UPDATE session SET ended_at = $2, ended_reason = $3 WHERE id = $1 AND ended_at IS NULL', [
    sessionId,
    now,
    reason,
  ]);
}

/** Ends every session of a user except the named one, after a change of password, permissions or membership status. */
export async function endSessionsOf(
  db: PoolClient,
  userId: string,
  { reason, except, now }: { reason: string; except?: string; now: Date },
): Promise<void> {
  const raised = await db.query<{ epoch: number }>(
    'UPDATE app_user SET security_epoch = security_epoch + 1 WHERE id = $1 RETURNING security_epoch AS epoch',
    [userId],
  );
  await db.query(
    `UPDATE session SET ended_at = CASE WHEN id = $2 THEN NULL ELSE $3::timestamptz END,
       ended_reason = CASE WHEN id = $2 THEN NULL ELSE $4 END,
       security_epoch = CASE WHEN id = $2 THEN $5 ELSE security_epoch END
     WHERE user_id = $1 AND ended_at IS NULL`,
    [userId, except ?? null, now, reason, raised.rows[0]?.epoch ?? 0],
  );
  await noteEvent(db, { kind: 'sessions.ended', userId, detail: { reason } }, now);
}
