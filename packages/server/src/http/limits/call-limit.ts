// A client that asks without a pause is told to wait, and nobody else is. Counted in this process alone: it keeps one process free for all,
// and guards no secret; calls by which something could be guessed are counted in the database (rate-limit.ts).
import rateLimit from '@fastify/rate-limit';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOf } from '../session.ts';

/** Long enough for a screen that asks for much at once. */
const WINDOW_S = 10;
/** Clients remembered; of more, those seen longest ago begin anew. */
const CLIENTS = 20_000;

/** A session is a client, whatever address it comes from: a whole site may share one. Strangers are told apart by address. */
const clientOf = ({ headers, ip }: FastifyRequest): string =>
  headers.authorization ? hashOf(headers.authorization).toString('base64') : ip;

/** From here on `app.rateLimit()` makes the hook that counts the calls of a route. */
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
