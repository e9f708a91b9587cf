// Single logout: here and at the provider, whichever side begins.

import { randomBytes } from 'node:crypto';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';
import { endSession } from '../auth/session/sessions.ts';
import { logoutRequestUrl } from './oidc/client.ts';
import { type Leaving, providerLogoutUrl } from './saml/logout.ts';
import { openLogoutState } from './sign-on.ts';
import { findProvider, type ProviderRow, samlConnection } from './store.ts';

type LinkedSession = { providerId: string; subject: string; kept: Buffer | null };

/** The provider's logout URL; null if it has none or cannot be reached at the moment. */
async function logoutUrl(services: Services, sessionId: string, known: LinkedSession): Promise<string | null> {
  const provider = await findProvider(services.pool, known.providerId);
  if (!provider) return null;
  const kept = openLogoutState(services, sessionId, known.kept);
  if (provider.kind === 'oidc') return logoutRequestUrl(services, provider, kept.idToken).catch(() => null);
  if (provider.logoutUrl === '') return null;
  const id = `_${randomBytes(20).toString('hex')}`;
  return providerLogoutUrl(samlConnection(services.config, provider), { id, subject: known.subject, ...kept });
}

/** Ends the session; the browser then informs the provider. */
export async function leave(services: Services, session: Session): Promise<string | null> {
  const { sessionId, userId, organisationId } = session;
  const now = services.clock.now();
  const known = await systemTransaction(services.pool, async (db) => {
    const found = await db.query<LinkedSession>(
      `SELECT provider_id AS "providerId", subject, kept FROM sso_session WHERE organisation_id = $1 AND session_id = $2`,
      [organisationId, sessionId],
    );
    await endSession(db, sessionId, 'signed out', now);
    await noteEvent(db, { kind: 'session.ended', userId, organisationId, sessionId }, now);
    return found.rows[0];
  });
  return known ? logoutUrl(services, sessionId, known) : null;
}

/** Ends sessions because the provider reports a logout: all that came from there, or only those it names. */
export async function endProviderSessions(
  services: Services,
  { id: providerId, organisationId }: ProviderRow,
  { subject, sessionIndexes }: { subject: string | undefined } & Pick<Leaving, 'sessionIndexes'>,
): Promise<void> {
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    const found = await db.query<{ id: string; userId: string }>(
      `SELECT s.id, s.user_id AS "userId" FROM sso_session o JOIN session s ON s.id = o.session_id
       WHERE o.organisation_id = $1 AND o.provider_id = $2 AND ($3::text IS NULL OR o.subject = $3) AND s.ended_at IS NULL
         AND (cardinality($4::text[]) = 0 OR o.session_index = ANY ($4) OR (o.session_index = '' AND $3 IS NOT NULL))`,
      [organisationId, providerId, subject ?? null, sessionIndexes],
    );
    for (const { id, userId } of found.rows) {
      await endSession(db, id, 'left the provider', now);
      await noteEvent(db, { kind: 'session.ended', userId, organisationId, sessionId: id }, now);
    }
  });
}
