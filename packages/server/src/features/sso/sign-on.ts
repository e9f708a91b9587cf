// A sign-on from its start in a browser to the session there. Both kinds of providers use this code.
import { type SignOnReport, testReport } from '@plumbline/core/features/sso/sign-on-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { knownTimeZone } from '@plumbline/core/kernel/time-zone';
import { isLanguage } from '@plumbline/locales/languages';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { seal, unseal } from '../auth/sealed-secret.ts';
import { noteEvent } from '../auth/security-events.ts';
import { beginSession, type Issued } from '../auth/session/sessions.ts';
import type { Claims } from './claims.ts';
import { authorizationUrl } from './oidc/client.ts';
import { connectTester, personOf, wouldOpen } from './people.ts';
import { SignOnRejected } from './rejected-response.ts';
import {
  beginRequest,
  type Finished,
  type PendingRequest,
  readOutcome,
  type SignOnRequest,
  storeOutcome,
} from './requests.ts';
import { signInRequestUrl } from './saml/logout.ts';
import { type ProviderRow, samlConnection } from './store.ts';

/**
 * What is needed to sign out at the provider: the name's format and the session index, or the token that names the
 * session.
 */
const logoutState = z.strictObject({
  format: z.string().default(''),
  sessionIndex: z.string().default(''),
  idToken: z.string().default(''),
});
export type LogoutState = z.infer<typeof logoutState>;

const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('in'), userId: z.string(), subject: z.string(), isNew: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('test'), report: testReport }),
]);
type Outcome = z.infer<typeof outcomeSchema>;

/**
 * Records the attempt and returns the URL to go to. Throws `provider_unreachable` if the provider has to be contacted
 * for it and cannot be.
 */
export async function begin(
  services: Services,
  provider: ProviderRow,
  browser: string,
  begun: PendingRequest,
): Promise<string> {
  const id = await beginRequest(services, provider, browser, begun);
  return provider.kind === 'saml'
    ? signInRequestUrl(samlConnection(services.config, provider), id)
    : authorizationUrl(services, provider, id);
}

const sealLogoutState = ({ config }: Pick<Services, 'config'>, owner: string, kept: LogoutState): Buffer =>
  seal(config.secretKey, 'sign-on', `kept ${owner}`, Buffer.from(JSON.stringify(kept)));

export const openLogoutState = (
  { config }: Pick<Services, 'config'>,
  owner: string,
  sealed: Buffer | null,
): LogoutState =>
  logoutState.parse(
    sealed === null ? {} : JSON.parse(unseal(config.secretKey, 'sign-on', `kept ${owner}`, sealed).toString('utf8')),
  );

function reportOf(
  provider: ProviderRow,
  claims: Partial<Claims>,
  problem?: SignOnRejected,
  linked = false,
): SignOnReport {
  const { subject = '', email = '', firstName = '', lastName = '' } = claims;
  return {
    provider: provider.name,
    problem: problem?.problem ?? null,
    detail: problem?.detail ?? '',
    subject,
    email,
    firstName,
    lastName,
    linked,
  };
}

async function tested(
  services: Services,
  db: PoolClient,
  provider: ProviderRow,
  request: SignOnRequest,
  claims: Claims,
): Promise<Outcome> {
  const now = services.clock.now();
  try {
    const linked = request.userId !== null && (await connectTester(db, provider, claims, request.userId, now));
    if (!linked) await wouldOpen(db, provider, claims);
    return { kind: 'test', report: reportOf(provider, claims, undefined, linked) };
  } catch (error) {
    if (!(error instanceof SignOnRejected)) throw error;
    return { kind: 'test', report: reportOf(provider, claims, error) };
  }
}

/**
 * Settles a response that has been judged, within the transaction that claimed its request. Returns the ticket for the
 * browser. Throws `SignOnRejected` if there is no account the response may open.
 */
export async function settle(
  services: Services,
  db: PoolClient,
  provider: ProviderRow,
  request: SignOnRequest,
  { claims, kept }: { claims: Claims; kept: LogoutState },
): Promise<string> {
  const now = services.clock.now();
  if (request.purpose === 'test') {
    return storeOutcome(db, request, await tested(services, db, provider, request, claims), null, now);
  }
  if (!provider.active) throw new SignOnRejected('provider', 'it is disabled');
  const outcome: Outcome = { kind: 'in', ...(await personOf(services, db, provider, claims)), subject: claims.subject };
  return storeOutcome(db, request, outcome, sealLogoutState(services, request.id, kept), now);
}

/** Records a refusal. A person testing the provider gets a ticket for the reason; undefined for everyone else. */
export async function refused(
  services: Services,
  provider: ProviderRow,
  requestId: string | undefined,
  problem: SignOnRejected,
): Promise<string | undefined> {
  const now = services.clock.now();
  const { organisationId } = provider;
  return systemTransaction(services.pool, async (db) => {
    const detail = { provider: provider.id, problem: problem.problem };
    await noteEvent(db, { kind: 'sign_on.refused', organisationId, detail }, now);
    // The id is not trusted: the report opens only in the browser in which an administrator began this test.
    const found = await db.query<{ id: string }>(
      `SELECT id FROM sso_request WHERE organisation_id = $1 AND provider_id = $2 AND id = $3 AND purpose = 'test'
         AND ticket_hash IS NULL AND expires_at > $4 FOR UPDATE`,
      [organisationId, provider.id, requestId ?? '', now],
    );
    const id = found.rows[0]?.id;
    if (id === undefined) return undefined;
    const outcome: Outcome = { kind: 'test', report: reportOf(provider, {}, problem) };
    return storeOutcome(db, { organisationId, id }, outcome, null, now);
  });
}

async function admit(
  services: Services,
  db: PoolClient,
  finished: Finished,
  userId: string,
  subject: string,
  userAgent: string,
) {
  const { organisationId, providerId } = finished;
  const found = await db.query<{ epoch: number }>(
    `SELECT u.security_epoch AS epoch FROM app_user u
     JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $2 AND m.active
     JOIN sso_provider p ON p.organisation_id = $2 AND p.id = $3 AND p.active
     WHERE u.id = $1 AND u.active`,
    [userId, organisationId, providerId],
  );
  const member = found.rows[0];
  if (!member) return undefined;
  const now = services.clock.now();
  const who = { userId, organisationId, securityEpoch: member.epoch, userAgent, kind: 'sso' } as const;
  const issued = await beginSession(services, db, who);
  const kept = openLogoutState(services, finished.id, finished.kept);
  await db.query(
    `INSERT INTO sso_session (organisation_id, session_id, provider_id, subject, session_index, kept)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      organisationId,
      issued.sessionId,
      providerId,
      subject,
      kept.sessionIndex,
      sealLogoutState(services, issued.sessionId, kept),
    ],
  );
  await db.query('UPDATE sso_provider SET last_used_at = $3 WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    providerId,
    now,
  ]);
  const detail = { provider: providerId };
  await noteEvent(db, { kind: 'sign_on.done', userId, organisationId, sessionId: issued.sessionId, detail }, now);
  return issued;
}

export type SignOnResult = { kind: 'in'; issued: Issued; returnTo: string } | { kind: 'test'; report: SignOnReport };

type Preferences = { language?: string | undefined; timeZone?: string | undefined };

/** A new account gets the language and time zone of the browser in which it was created. */
async function prefer(db: PoolClient, userId: string, { language, timeZone }: Preferences): Promise<void> {
  await db.query(
    'UPDATE app_user SET language = coalesce($2, language), time_zone = coalesce($3, time_zone) WHERE id = $1',
    [userId, language !== undefined && isLanguage(language) ? language : null, knownTimeZone(timeZone)],
  );
}

/** Opens the outcome of a ticket, in the browser that began. Throws `sign_on_failed` for everything else. */
export async function finish(
  services: Services,
  ticket: string,
  browser: string,
  userAgent: string,
  preferences: Preferences,
): Promise<SignOnResult> {
  const ended = await systemTransaction(services.pool, async (db): Promise<SignOnResult | undefined> => {
    const finished = await readOutcome(db, ticket, browser, services.clock.now());
    if (!finished) return undefined;
    const outcome = outcomeSchema.parse(finished.outcome);
    if (outcome.kind === 'test') return outcome;
    const issued = await admit(services, db, finished, outcome.userId, outcome.subject, userAgent);
    if (issued && outcome.isNew) await prefer(db, outcome.userId, preferences);
    return issued && { kind: 'in', issued, returnTo: finished.returnTo };
  });
  if (!ended) throw new AppError('sign_on_failed');
  return ended;
}
