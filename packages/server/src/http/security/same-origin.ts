// Rejects cross-site requests. Needed only for endpoints that use a cookie: all others require a bearer token.
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}

/** Throws `forbidden` for a browser's request from another origin. Clients other than browsers send neither header. */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden');
  const { origin } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (hostOf(origin) !== request.host) throw new AppError('forbidden');
}

/** Browsers name the origin of every POST request, and cannot be made to leave it out by a script. */
export const isFromBrowser = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
