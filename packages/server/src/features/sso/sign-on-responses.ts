// The endpoints to which providers send browsers with their responses. No cookie is read here, so other sites cannot
// abuse them: a response only ever becomes a ticket, which opens only in the browser that began the sign-on.
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { take } from '../../http/limits/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { claimsOf } from './claims.ts';
import { readLogoutToken, TOKEN_AGE, TOKEN_LENGTH } from './oidc/back-channel-logout.ts';
import { identify } from './oidc/client.ts';
import { SignOnRejected } from './rejected-response.ts';
import { claimRequest, markUsed } from './requests.ts';
import { logoutResponseUrl, readPosted, readRedirected } from './saml/logout.ts';
import { writeMetadata } from './saml/metadata.ts';
import { ASSERTION_AGE, claimedRequest, RESPONSE_BYTES, readResponse } from './saml/response.ts';
import { refused, settle } from './sign-on.ts';
import { endProviderSessions } from './single-logout.ts';
import { findProvider, ourSide, type ProviderRow, samlConnection } from './store.ts';

/** Base64 in a form. */
const FORM_BYTES = RESPONSE_BYTES * 2;
const HOUR = 3_600_000;
const FAILED = '/samlLogin?failed=1';

const uuid = z.uuid();
const text = z.string();

async function providerOf(
  services: Services,
  request: FastifyRequest,
  kind: ProviderRow['kind'],
): Promise<ProviderRow> {
  const bucket = `sign-on:answer:${clientAddress(request.ip)}`;
  await take(services.pool, [{ bucket, max: 600, windowMs: 60_000 }], services.clock.now());
  const { providerId } = request.params as { providerId: string };
  const found = uuid.safeParse(providerId).success ? await findProvider(services.pool, providerId) : undefined;
  if (found?.kind !== kind) throw new AppError('not_found');
  return found;
}

const fieldsOf = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {}).flatMap(([name, value]) => {
      const read = text.safeParse(value);
      return read.success ? [[name, read.data]] : [];
    }),
  );

const sendOn = (reply: FastifyReply, location: string) => reply.code(303).header('location', location).send();

/** The ticket is in the URL fragment, which browsers never send to a server. */
const sendTicket = (reply: FastifyReply, ticket: string | undefined) =>
  sendOn(reply, ticket === undefined ? FAILED : `/samlLogin#${ticket}`);

/** Runs the code that judges a response; a refusal redirects the browser to the page that reports the failure. */
async function answerWithTicket(
  services: Services,
  provider: ProviderRow,
  reply: FastifyReply,
  requestId: string | undefined,
  judge: () => Promise<string>,
) {
  try {
    return sendTicket(reply, await judge());
  } catch (error) {
    if (!(error instanceof SignOnRejected)) throw error;
    return sendTicket(reply, await refused(services, provider, requestId, error));
  }
}

async function asserted(services: Services, provider: ProviderRow, base64: string): Promise<string> {
  const now = services.clock.now();
  const read = await readResponse(samlConnection(services.config, provider), base64, now);
  const { inResponseTo, assertionId, subject, attributes, format, sessionIndex } = read;
  if (inResponseTo === undefined) throw new SignOnRejected('request', 'it was not requested');
  return systemTransaction(services.pool, async (db) => {
    await markUsed(db, provider, assertionId, new Date(now.getTime() + ASSERTION_AGE + HOUR));
    const request = await claimRequest(db, provider, inResponseTo, now);
    const claims = claimsOf(provider, subject, attributes);
    return settle(services, db, provider, request, { claims, kept: { format, sessionIndex, idToken: '' } });
  });
}

async function exchanged(services: Services, provider: ProviderRow, requestId: string, answer: URL): Promise<string> {
  const now = services.clock.now();
  // Claimed before the provider is called: of two concurrent responses, only one exchanges its code.
  const request = await systemTransaction(services.pool, (db) => claimRequest(db, provider, requestId, now));
  const { claims, idToken, session } = await identify(services, provider, request.id, answer);
  return systemTransaction(services.pool, (db) =>
    settle(services, db, provider, request, { claims, kept: { format: '', sessionIndex: session, idToken } }),
  );
}

export const signOnResponses: Feature = (_serve, services, app) => {
  const { config } = services;

  app.get('/api/v2/sso/:providerId/metadata', async (request, reply) => {
    const provider = await providerOf(services, request, 'saml');
    const metadata = writeMetadata({ ...ourSide(config, provider), certificate: provider.ownCertificate });
    return reply
      .type('application/samlmetadata+xml')
      .header('content-disposition', 'inline; filename="plumbline.xml"')
      .send(metadata);
  });

  app.post('/api/v2/sso/:providerId/acs', { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const provider = await providerOf(services, request, 'saml');
    const { SAMLResponse: base64 = '' } = fieldsOf(request.body);
    const requestId = claimedRequest(base64);
    // Sign-on begun at the provider's portal: the response itself is not trusted, but starts a sign-on at that
    // provider.
    if (requestId === undefined && provider.fromPortal && provider.active && base64 !== '') {
      return sendOn(reply, `/samlLogin?provider=${provider.id}`);
    }
    return answerWithTicket(services, provider, reply, requestId, () => asserted(services, provider, base64));
  });

  app.get('/api/v2/sso/:providerId/callback', async (request, reply) => {
    const provider = await providerOf(services, request, 'oidc');
    const { state = '' } = fieldsOf(request.query);
    const answer = new URL(ourSide(config, provider).answerUrl);
    answer.search = request.url.split('?').slice(1).join('?');
    return answerWithTicket(services, provider, reply, state, () => exchanged(services, provider, state, answer));
  });

  // Sent by the provider itself, without a browser: no redirect.
  app.post('/api/v2/sso/:providerId/backchannel', { bodyLimit: TOKEN_LENGTH * 2 }, async (request, reply) => {
    const provider = await providerOf(services, request, 'oidc');
    const now = services.clock.now();
    void reply.header('cache-control', 'no-store');
    try {
      const { id, subject, sessionId } = await readLogoutToken(
        services,
        provider,
        fieldsOf(request.body).logout_token ?? '',
      );
      const until = new Date(now.getTime() + TOKEN_AGE * 1_000 + HOUR);
      await systemTransaction(services.pool, (db) => markUsed(db, provider, `logout ${id}`, until));
      await endProviderSessions(services, provider, {
        subject,
        sessionIndexes: sessionId === undefined ? [] : [sessionId],
      });
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof SignOnRejected) && !(error instanceof AppError)) throw error;
      if (error instanceof SignOnRejected) await refused(services, provider, undefined, error);
      return reply.code(400).send({ error: 'invalid_request' });
    }
  });

  const left = async (request: FastifyRequest, reply: FastifyReply) => {
    const provider = await providerOf(services, request, 'saml');
    const posted = request.method === 'POST';
    const fields = fieldsOf(posted ? request.body : request.query);
    // The response to our own request: the session has already ended.
    if (fields.SAMLRequest === undefined) return sendOn(reply, '/home');
    const connection = samlConnection(config, provider);
    const now = services.clock.now();
    try {
      const leaving = posted
        ? await readPosted(connection, fields.SAMLRequest, now)
        : await readRedirected(connection, request.url.split('?').slice(1).join('?'), now);
      await systemTransaction(services.pool, (db) =>
        markUsed(db, provider, leaving.id, new Date(now.getTime() + ASSERTION_AGE + HOUR)),
      );
      await endProviderSessions(services, provider, leaving);
      if (provider.logoutUrl === '') return sendOn(reply, '/home');
      return sendOn(reply, await logoutResponseUrl(connection, leaving.id, (fields.RelayState ?? '').slice(0, 500)));
    } catch (error) {
      if (!(error instanceof SignOnRejected)) throw error;
      await refused(services, provider, undefined, error);
      return sendOn(reply, FAILED);
    }
  };
  app.get('/api/v2/sso/:providerId/logout', left);
  app.post('/api/v2/sso/:providerId/logout', { bodyLimit: FORM_BYTES }, left);
};
