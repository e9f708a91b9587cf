// The few cookies in use: inaccessible to scripts and sent only by our own pages.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** With https, the `__Host-` prefix binds the cookie to this host and to TLS. */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export function readCookie(request: FastifyRequest, name: string, secure: boolean): string | undefined {
  const wanted = nameOf(name, secure);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** `value` contains only letters, digits, dots, dashes and underscores; an age of 0 deletes the cookie. */
export function sendCookie(
  reply: FastifyReply,
  { name, value, maxAge, secure }: { name: string; value: string; maxAge: number; secure: boolean },
): void {
  const parts = [`${nameOf(name, secure)}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict'];
  void reply.header('set-cookie', [...(secure ? [...parts, 'Secure'] : parts)].join('; '));
}
