// A user's active sessions and ending them; support access tokens.
import type { SessionEntry } from '@plumbline/core/features/auth/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';
import { beginSupportSession, endSession, endSessionsOf } from '../auth/session/sessions.ts';
import { MAX_SESSION_IDLE_MS } from '../auth/session/tokens.ts';
import { requirePassword } from './own-password.ts';

type Row = {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  userAgent: string;
  kind: SessionEntry['kind'];
};

export async function readSessions({ pool, clock }: Services, session: Session): Promise<SessionEntry[]> {
  const now = clock.now();
  const found = await pool.query<Row>(
    `SELECT s.id, s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt",
            s.user_agent AS "userAgent", s.kind
     FROM session s JOIN app_user u ON u.id = s.user_id
     WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND s.security_epoch = u.security_epoch
       AND (s.last_used_at > $3 OR s.kind = 'support')
     ORDER BY s.last_used_at DESC, s.id LIMIT 200`,
    [session.userId, now, new Date(now.getTime() - MAX_SESSION_IDLE_MS)],
  );
  return found.rows.map(({ id, createdAt, lastUsedAt, expiresAt, userAgent, kind }) => ({
    id,
    current: id === session.sessionId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    userAgent,
    kind,
  }));
}

/** Ends one session of the user. Another user's session is treated as missing. */
export async function endOwnSession(services: Services, { userId }: Session, sessionId: string): Promise<void> {
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const own = await db.query('SELECT FROM session WHERE id = $1 AND user_id = $2', [sessionId, userId]);
    if (!own.rowCount) throw new AppError('not_found');
    await endSession(db, sessionId, 'ended by the user', now);
    await noteEvent(db, { kind: 'session.ended', userId, sessionId }, now);
  });
}

export const endOtherSessions = ({ pool, clock }: Services, { userId, sessionId }: Session): Promise<void> =>
  systemTransaction(pool, (db) =>
    endSessionsOf(db, userId, { reason: 'ended by the user', except: sessionId, now: clock.now() }),
  );

export async function createSupportToken(
  services: Services,
  { userId, organisationId, sessionId }: Session,
  { password, hours }: { password: string; hours: number },
): Promise<{ token: string; expiresAt: string }> {
  await requirePassword(services, userId, password);
  const created = await systemTransaction(services.pool, async (db) => {
    const found = await db.query<{ epoch: number }>('SELECT security_epoch AS epoch FROM app_user WHERE id = $1', [
      userId,
    ]);
    const who = { userId, organisationId, securityEpoch: found.rows[0]?.epoch ?? 0, userAgent: '' };
    await noteEvent(db, { kind: 'support_token.made', userId, sessionId, detail: { hours } }, services.clock.now());
    return beginSupportSession(services, db, who, hours * 3_600_000);
  });
  return { token: created.token, expiresAt: created.expiresAt.toISOString() };
}
