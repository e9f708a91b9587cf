// Emailed links: each is valid for one purpose, once, for a limited time. The database stores only hashes.
import { randomBytes } from 'node:crypto';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { hashOf } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';

export type LinkPurpose = 'register' | 'invited' | 'passwordReset' | 'emailChange' | 'codes' | 'keep' | 'ticket';

export type NewLink = {
  purpose: LinkPurpose;
  userId?: string | null;
  email: string;
  data?: Record<string, unknown>;
  lifetimeMs: number;
};

export type OpenedLink = { id: string; userId: string | null; email: string; data: Record<string, unknown> };

/** Creates a link and returns its token. Invalidates earlier links for the same purpose. */
export async function createLink(
  { clock, newId }: Pick<Services, 'clock' | 'newId'>,
  db: PoolClient,
  { purpose, userId = null, email, data = {}, lifetimeMs }: NewLink,
): Promise<string> {
  const now = clock.now();
  const token = randomBytes(32).toString('base64url');
  if (purpose !== 'ticket') {
    await db.query(
      'UPDATE account_link SET used_at = $3 WHERE purpose = $1 AND used_at IS NULL AND user_id IS NOT DISTINCT FROM $2 AND email = $4',
      [purpose, userId, now, email],
    );
  }
  await db.query(
    `INSERT INTO account_link (id, purpose, user_id, email, token_hash, data, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [newId(), purpose, userId, email, hashOf(token), JSON.stringify(data), now, new Date(now.getTime() + lifetimeMs)],
  );
  return token;
}

/** Creates links in one query for people who have none for this purpose; returns the tokens in the same order. */
export async function createFirstLinks(
  { clock, newId }: Pick<Services, 'clock' | 'newId'>,
  db: PoolClient,
  people: readonly { userId: string; email: string }[],
  { purpose, lifetimeMs }: Pick<NewLink, 'purpose' | 'lifetimeMs'>,
): Promise<string[]> {
  const now = clock.now();
  const tokens = people.map(() => randomBytes(32).toString('base64url'));
  const rows = people.map(({ userId, email }, at) => ({
    ...{ id: newId(), user_id: userId, email, token_hash: `\\x${hashOf(tokens[at] ?? '').toString('hex')}` },
  }));
  await db.query(
    `INSERT INTO account_link (id, purpose, user_id, email, token_hash, data, created_at, expires_at)
     SELECT n.id, $2, n.user_id, n.email, n.token_hash, '{}', $3, $4
     FROM jsonb_to_recordset($1::jsonb) AS n (id uuid, user_id uuid, email text, token_hash bytea)`,
    [JSON.stringify(rows), purpose, now, new Date(now.getTime() + lifetimeMs)],
  );
  return tokens;
}

const FIELDS = 'id, user_id AS "userId", email, data';

/**
 * Reads whom a link is for, without using it. Throws `link_used` for a link that is used, expired, for another purpose,
 * or unknown.
 */
export async function readLink(
  db: Pool | PoolClient,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<OpenedLink> {
  const found = await db.query<OpenedLink>(
    `SELECT ${FIELDS} FROM account_link WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
    [hashOf(token), purpose, now],
  );
  if (!found.rows[0]) throw new AppError('link_used');
  return found.rows[0];
}

/** Uses the link in the transaction of the action it authorises: of two concurrent uses, one succeeds. */
export async function useLink(db: PoolClient, purpose: LinkPurpose, token: string, now: Date): Promise<OpenedLink> {
  const used = await db.query<OpenedLink>(
    `UPDATE account_link SET used_at = $3
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 RETURNING ${FIELDS}`,
    [hashOf(token), purpose, now],
  );
  if (!used.rows[0]) throw new AppError('link_used');
  return used.rows[0];
}

/** Invalidates all open links of a user for these purposes. */
export async function dropLinks(db: PoolClient, userId: string, purposes: readonly LinkPurpose[], now: Date) {
  await db.query('UPDATE account_link SET used_at = $3 WHERE user_id = $1 AND purpose = ANY ($2) AND used_at IS NULL', [
    userId,
    purposes,
    now,
  ]);
}
