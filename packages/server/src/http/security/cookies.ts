// The few cookies in use: inaccessible to scripts and sent only by our own pages.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** With https, the `__Host-` prefix binds the cookie to this host and to TLS. */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export const readCookie = (request: FastifyRequest, name: string, secure: boolean): string | undefined =>
  request.cookies[nameOf(name, secure)];

type Cookie = { name: string; value: string; maxAge: number; secure: boolean };

/** An age of 0 deletes the cookie. */
export function sendCookie(reply: FastifyReply, { name, value, maxAge, secure }: Cookie): void {
  reply.setCookie(nameOf(name, secure), value, { path: '/', maxAge, secure, httpOnly: true, sameSite: 'strict' });
}
