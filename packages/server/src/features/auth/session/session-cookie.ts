// Sends a session: to a browser one half in the body, readable by scripts, the other in an HttpOnly cookie; to other
// clients all of it in the body as well.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { readCookie, sendCookie } from '../../../http/security/cookies.ts';
import { isSecure } from './known-devices.ts';
import type { Issued } from './sessions.ts';

const COOKIE = 'plumbline_session';

export function sendSession(
  { config }: { config: Config },
  reply: FastifyReply,
  issued: Issued,
  { inBody = false } = {},
): Issued['reply'] {
  sendCookie(reply, { name: COOKIE, value: issued.cookie, maxAge: issued.maxAge, secure: isSecure(config) });
  const { refresh_token, ...rest } = issued.reply;
  return { ...rest, refresh_token: inBody ? `${refresh_token}.${issued.cookie}` : refresh_token };
}

export const sessionCookie = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, COOKIE, isSecure(config));

export const takeSessionCookie = (reply: FastifyReply, config: Config): void =>
  sendCookie(reply, { name: COOKIE, value: '', maxAge: 0, secure: isSecure(config) });
