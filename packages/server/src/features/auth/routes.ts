// HTTP routes for sign-in, session renewal and the signed-in user. No business rules here.
import { randomBytes } from 'node:crypto';
import { encryptionKey, me, patchMe, revoke, token, twoFactor } from '@plumbline/core/features/auth/contract';
import { passkeyOptions } from '@plumbline/core/features/auth/passkey-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Feature } from '../../http/feature.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { isFromBrowser, requireSameOrigin } from '../../http/security/same-origin.ts';
import { changeMe, readMe } from './me.ts';
import { requestOptions, signInWithPasskey } from './passkeys/sign-in.ts';
import { attemptCookie, sendAttempt } from './second-step/attempts.ts';
import { createTwoFactor } from './second-step/second-step-of-address.ts';
import { noteEvent } from './security-events.ts';
import { deviceKey, requireSessionSecret } from './session/device-keys.ts';
import { isKnownDevice, readDevice, remember } from './session/known-devices.ts';
import { sendSession, sessionCookie, takeSessionCookie } from './session/session-cookie.ts';
import { endSession, refreshSession } from './session/sessions.ts';
import { holdsSecret } from './session/tokens.ts';
import { createSignIn } from './sign-in.ts';

/** The only client is our own web application. It has no secret, because a page cannot keep one. */
const CLIENT = /^basic\s+(\S+)$/iu;

function requireClient(request: FastifyRequest): void {
  const encoded = CLIENT.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (Buffer.from(encoded, 'base64').toString('utf8') !== 'web:') throw new AppError('unauthenticated');
}

export const auth: Feature = async (serve, services) => {
  const { config, clock, pool, newId } = services;
  const signIn = await createSignIn(services);
  const twoFactorOf = createTwoFactor(services);

  serve(token, async ({ request, reply }, { body }) => {
    requireClient(request);
    requireSameOrigin(request, config.publicUrl);
    if (body.grant_type === 'refresh_token') {
      const cookie = sessionCookie(request, config);
      const nonce = body.nonce ?? randomBytes(24).toString('base64url');
      const issued = await refreshSession(services, { token: body.refresh_token, nonce, cookie });
      return sendSession(services, reply, issued, { inBody: holdsSecret(body.refresh_token) });
    }
    if (body.grant_type === 'passkey') {
      const userAgent = request.headers['user-agent'] ?? '';
      const { credential, username } = body;
      const issued = await signInWithPasskey(services, { credential, username, ip: request.ip, userAgent });
      return sendSession(services, reply, issued, { inBody: !isFromBrowser(request) });
    }
    const device = readDevice(request, config);
    const signedIn = await signIn({
      username: body.username,
      password: body.password,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      code: body.code?.replaceAll(/\D/gu, ''),
      attempt: attemptCookie(request, config),
      knownDevice: (one) => (isKnownDevice(config, device, one) ? device?.id : undefined),
    });
    if ('needs' in signedIn) {
      sendAttempt(reply, config, signedIn.attempt);
      const { otp, sms, passkey } = signedIn.needs;
      const params = { otp: Number(otp), sms: Number(sms), passkey: Number(passkey) };
      throw new AppError('second_step_needed', { params });
    }
    // One Set-Cookie header may hold several of our cookies; the cookie of the attempt is left to expire.
    remember(reply, config, device, { newId, account: signedIn.account });
    return sendSession(services, reply, signedIn.issued, { inBody: !isFromBrowser(request) });
  });

  serve(passkeyOptions, ({ request }) => requestOptions(services, request.ip));

  serve(revoke, async ({ session, reply }) => {
    const now = clock.now();
    await systemTransaction(pool, async (db) => {
      await endSession(db, session.sessionId, 'signed out', now);
      await noteEvent(db, { kind: 'session.ended', ...session }, now);
    });
    takeSessionCookie(reply, config);
  });

  serve(twoFactor, async ({ request }, { query }) => {
    const limit = { bucket: `two-factor:${clientAddress(request.ip)}`, max: 60, windowMs: 60_000 };
    await take(pool, [limit], clock.now());
    return twoFactorOf(query.email);
  });

  serve(me, ({ session }) => readMe(services, session));
  serve(patchMe, ({ session }, { body }) => changeMe(services, session, body));
  serve(encryptionKey, async ({ session, request }, { body }) => {
    // Requested on every page load.
    const limit = { bucket: `device-key:${session.userId}`, max: 1_000, windowMs: 3_600_000 };
    await take(pool, [limit], clock.now());
    await requireSessionSecret(services, session, request, body.refresh_token);
    return { key: (await deviceKey(services, session, body)).toString('base64') };
  });
};
