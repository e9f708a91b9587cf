// Limits the request rate of each client. Counted in this process only: the limit keeps the process responsive and
// protects no secret. Endpoints where secrets could be guessed are counted in the database (rate-limit.ts).
import rateLimit from '@fastify/rate-limit';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOf } from '../session.ts';

/** Long enough for a screen that sends many requests at once. */
const WINDOW_S = 10;
/** Number of clients tracked; beyond it, the least recently seen start over. */
const CLIENTS = 20_000;

/**
 * A session counts as a client whatever its address, because a whole site may share one. Anonymous clients are counted
 * by address.
 */
const clientOf = ({ headers, ip }: FastifyRequest): string =>
  headers.authorization ? hashOf(headers.authorization).toString('base64') : ip;

/** Registers the plugin: afterwards `app.rateLimit()` creates the hook that counts the requests of a route. */
export async function limitCalls(app: FastifyInstance, perSecond: number): Promise<void> {
  const silent = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
    'retry-after': false,
  };
  await app.register(rateLimit, {
    global: false,
    max: perSecond * WINDOW_S,
    timeWindow: WINDOW_S * 1_000,
    cache: CLIENTS,
    keyGenerator: clientOf,
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(ttl / 1_000)) }),
  });
}
