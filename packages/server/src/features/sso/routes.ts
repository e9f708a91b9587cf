// Single sign-on over HTTP: administration, the requests of browsers, and the endpoints to which providers send their
// responses.
import * as admin from '@plumbline/core/features/sso/contract';
import * as door from '@plumbline/core/features/sso/sign-on-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { requireSameOrigin } from '../../http/security/same-origin.ts';
import type { Services } from '../../platform/services.ts';
import { requireOperator } from '../auth/operator-key.ts';
import { sendSession, takeSessionCookie } from '../auth/session/session-cookie.ts';
import { domainOf } from './claims.ts';
import { claimDomain, decideDomain, proveByRecord, readClaims, releaseDomain } from './domains.ts';
import * as providers from './providers.ts';
import { browserSecret, readBrowserSecret } from './requests.ts';
import { begin, finish } from './sign-on.ts';
import { signOnResponses } from './sign-on-responses.ts';
import { leave } from './single-logout.ts';
import { findProvider, ownProvider } from './store.ts';

const MINUTE = 60_000;
/** Calls per minute from one address: a whole office may sign on in the morning through one connection. */
const A_SITE = 600;

const limited = ({ pool, clock }: Services, request: FastifyRequest, what: string, max: number): Promise<void> =>
  take(pool, [{ bucket: `${what}:${clientAddress(request.ip)}`, max, windowMs: MINUTE }], clock.now());

/** Calls to providers put load on them too, so an organisation may make only a limited number per hour. */
const limitProviderCalls = ({ pool, clock }: Services, organisationId: string): Promise<void> =>
  take(pool, [{ bucket: `sign-on:asking:${organisationId}`, max: 100, windowMs: 60 * MINUTE }], clock.now());

const settings: Feature = (serve, services) => {
  serve(admin.listProviders, async ({ session }) => ({ providers: await providers.readProviders(services, session) }));
  serve(admin.createProvider, async ({ session }, { body }) => {
    await limitProviderCalls(services, session.organisationId);
    return providers.addProvider(services, session, body);
  });
  serve(admin.changeProvider, async ({ session }, { params, body }) => {
    if (body.source || body.oidc) await limitProviderCalls(services, session.organisationId);
    return providers.updateProvider(services, session, params.providerId, body);
  });
  serve(admin.removeProvider, ({ session }, { params }) =>
    providers.dropProvider(services, session, params.providerId),
  );
  serve(admin.readMetadataAgain, async ({ session }, { params }) => {
    await limitProviderCalls(services, session.organisationId);
    return providers.renewOwnMetadata(services, session, params.providerId);
  });
  serve(admin.addCertificate, ({ session }, { params, body }) =>
    providers.acceptCertificate(services, session, params.providerId, body.certificate),
  );
  serve(admin.removeCertificate, ({ session }, { params }) =>
    providers.dropCertificate(services, session, params.providerId, params.fingerprint),
  );
  serve(admin.addDomain, ({ session }, { params, body }) =>
    providers.shown(
      services,
      session,
      params.providerId,
      claimDomain(services, session, params.providerId, body.domain),
    ),
  );
  serve(admin.proveDomain, async ({ session }, { params: { providerId, domainId } }) => {
    await limitProviderCalls(services, session.organisationId);
    return providers.shown(services, session, providerId, proveByRecord(services, session, providerId, domainId));
  });
  serve(admin.removeDomain, ({ session }, { params: { providerId, domainId } }) =>
    providers.shown(services, session, providerId, releaseDomain(services, session, providerId, domainId)),
  );
  serve(admin.testProvider, async ({ request, reply, session }, { params }) => {
    const { organisationId, userId } = session;
    await limitProviderCalls(services, organisationId);
    const provider = await systemTransaction(services.pool, (db) => ownProvider(db, organisationId, params.providerId));
    const browser = browserSecret(request, reply, services.config);
    return { location: await begin(services, provider, browser, { purpose: 'test', userId, returnTo: '' }) };
  });
};

const browsers: Feature = (serve, services) => {
  const { pool, config } = services;
  serve(door.signOnChoices, async ({ request }) => {
    await limited(services, request, 'sign-on:choices', A_SITE);
    const found = await systemTransaction(pool, (db) =>
      db.query<door.SignOnChoice>(
        'SELECT id, name FROM sso_provider WHERE active AND listed ORDER BY lower(name), id LIMIT 100',
      ),
    );
    return { providers: found.rows };
  });
  serve(door.signOnRoute, async ({ request }, { query }) => {
    await limited(services, request, 'sign-on:route', A_SITE);
    const found = await systemTransaction(pool, (db) =>
      db.query<door.SignOnChoice>(
        `SELECT p.id, p.name FROM sso_domain d
         JOIN sso_provider p ON p.organisation_id = d.organisation_id AND p.id = d.provider_id AND p.active
         WHERE d.domain = $1 AND d.proven_at IS NOT NULL`,
        [domainOf(query.email)],
      ),
    );
    return { provider: found.rows[0] ?? null };
  });
  serve(door.beginSignOn, async ({ request, reply }, { body }) => {
    requireSameOrigin(request, config.publicUrl);
    await limited(services, request, 'sign-on:begin', A_SITE);
    const provider = await findProvider(pool, body.providerId);
    if (!provider?.active) throw new AppError('sign_on_failed');
    const browser = browserSecret(request, reply, config);
    const begun = { purpose: 'signOn', userId: null, returnTo: body.returnTo ?? '' } as const;
    return { location: await begin(services, provider, browser, begun) };
  });
  serve(door.finishSignOn, async ({ request, reply }, { body }) => {
    requireSameOrigin(request, config.publicUrl);
    await limited(services, request, 'sign-on:finish', A_SITE);
    const userAgent = request.headers['user-agent'] ?? '';
    const ended = await finish(services, body.ticket, readBrowserSecret(request, config), userAgent, body);
    if (ended.kind === 'test') return ended;
    return { kind: 'in' as const, token: sendSession(services, reply, ended.issued), returnTo: ended.returnTo };
  });
  serve(door.leaveSignOn, async ({ session, reply }) => {
    const location = await leave(services, session);
    takeSessionCookie(reply, config);
    return { location };
  });
};

const operator: Feature = (serve, services) => {
  serve(door.operatorDomains, async ({ request }, { body }) => {
    await requireOperator(services, clientAddress(request.ip), body.key);
    return { domains: await readClaims(services) };
  });
  serve(door.approveDomain, async ({ request }, { body }) => {
    await requireOperator(services, clientAddress(request.ip), body.key);
    await decideDomain(services, body.domainId, body.approved);
    return { domains: await readClaims(services) };
  });
};

export const sso: Feature = async (serve, services, app) => {
  await settings(serve, services, app);
  await browsers(serve, services, app);
  await operator(serve, services, app);
  await signOnResponses(serve, services, app);
};
