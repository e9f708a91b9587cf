// Sign-on attempts as rows: begun by one browser, answered once by the provider, finished once by the same browser.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { Config } from '../../config/config.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { readCookie, sendCookie } from '../../http/security/cookies.ts';
import { hashOf } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { isSecure } from '../auth/session/known-devices.ts';
import { SignOnRejected } from './rejected-response.ts';
import type { ProviderRow } from './store.ts';

const COOKIE = 'plumbline_signon';
/** Long enough to find a phone during the provider's sign-on. */
const REQUEST_S = 900;
const TICKET_MS = 120_000;

export type Purpose = 'signOn' | 'test' | 'logout';
export type PendingRequest = { purpose: Purpose; userId: string | null; returnTo: string };
export type SignOnRequest = PendingRequest & { id: string; organisationId: string; providerId: string };

const FIELDS = `id, organisation_id AS "organisationId", provider_id AS "providerId", purpose, user_id AS "userId",
  return_to AS "returnTo"`;

/** The secret of a browser that signs on; it outlives one attempt, so that two tabs can sign on at once. */
export function browserSecret(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const known = readCookie(request, COOKIE, isSecure(config));
  const value = known && /^[\w-]{43}$/u.test(known) ? known : randomBytes(32).toString('base64url');
  sendCookie(reply, { name: COOKIE, value, maxAge: REQUEST_S, secure: isSecure(config) });
  return value;
}

export const readBrowserSecret = (request: FastifyRequest, config: Config): string =>
  readCookie(request, COOKIE, isSecure(config)) ?? '';

/** Records an attempt and returns its id, which is sent to the provider. */
export async function beginRequest(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  { id: providerId, organisationId }: ProviderRow,
  browser: string,
  { purpose, userId, returnTo }: PendingRequest,
): Promise<string> {
  const now = clock.now();
  // An XML id begins with a letter or an underscore.
  const id = `_${randomBytes(20).toString('hex')}`;
  await systemTransaction(pool, (db) =>
    db.query(
      `INSERT INTO sso_request (organisation_id, id, provider_id, purpose, browser_hash, user_id, return_to, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        organisationId,
        id,
        providerId,
        purpose,
        hashOf(browser),
        userId,
        returnTo,
        now,
        new Date(now.getTime() + REQUEST_S * 1_000),
      ],
    ),
  );
  return id;
}

/**
 * Claims the one response a request may have. Throws if the request has been answered, is too old or belongs to another
 * provider.
 */
export async function claimRequest(
  db: PoolClient,
  { id: providerId, organisationId }: ProviderRow,
  requestId: string,
  now: Date,
): Promise<SignOnRequest> {
  const taken = await db.query<SignOnRequest>(
    `UPDATE sso_request SET answered_at = $4
     WHERE organisation_id = $1 AND provider_id = $2 AND id = $3 AND purpose IN ('signOn', 'test')
       AND answered_at IS NULL AND expires_at > $4
     RETURNING ${FIELDS}`,
    [organisationId, providerId, requestId.slice(0, 100), now],
  );
  if (!taken.rows[0]) throw new SignOnRejected('request', 'no request is waiting for this response');
  return taken.rows[0];
}

/** Records that an assertion has been used, for as long as it would be valid. Throws if it was used before. */
export async function markUsed(
  db: PoolClient,
  { id: providerId, organisationId }: ProviderRow,
  assertionId: string,
  until: Date,
): Promise<void> {
  const noted = await db.query(
    `INSERT INTO sso_used_assertion (organisation_id, provider_id, assertion_hash, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [organisationId, providerId, hashOf(assertionId), until],
  );
  if (noted.rowCount !== 1) throw new SignOnRejected('replayed');
}

/** Stores the outcome of a request and returns the ticket that opens it, in the browser that began. */
export async function storeOutcome(
  db: PoolClient,
  { organisationId, id }: Pick<SignOnRequest, 'organisationId' | 'id'>,
  outcome: unknown,
  kept: Buffer | null,
  now: Date,
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await db.query(
    `UPDATE sso_request SET ticket_hash = $3, outcome = $4, kept = $5, expires_at = $6
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id, hashOf(ticket), JSON.stringify(outcome), kept, new Date(now.getTime() + TICKET_MS)],
  );
  return ticket;
}

export type Finished = SignOnRequest & { outcome: unknown; kept: Buffer | null };

/** Opens an outcome, once, in the browser that began; undefined otherwise. */
export async function readOutcome(
  db: PoolClient,
  ticket: string,
  browser: string,
  now: Date,
): Promise<Finished | undefined> {
  const taken = await db.query<Finished>(
    `UPDATE sso_request SET finished_at = $3
     WHERE ticket_hash = $1 AND browser_hash = $2 AND finished_at IS NULL AND expires_at > $3
     RETURNING ${FIELDS}, outcome, kept`,
    [hashOf(ticket), hashOf(browser), now],
  );
  return taken.rows[0];
}
