// Limits the request rate of each client. Counted in memory by the processes of this machine: the limit keeps them
// responsive and protects no secret. Endpoints where secrets could be guessed are counted in the database (rate-limit.ts).
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Siblings } from '../../platform/siblings/siblings.ts';
import { hashOf } from '../session.ts';
import { createCallCounts } from './call-counts.ts';

/** Long enough for a screen that sends many requests at once. */
const WINDOW_S = 10;
/** Number of clients tracked; beyond it, the least recently seen start over. */
const CLIENTS = 20_000;

/** Files may be requested more often than the API: a plan that is panned quickly loads many tiles. */
const FILES_FACTOR = 3;
const isFile = (url: string): boolean => url.startsWith('/m/');
const isCounted = (url: string): boolean => url.startsWith('/api/') || isFile(url);

/**
 * A session counts as a client whatever its address, because a whole site may share one: it is known by its token or,
 * in links to tiles, by their audience. Anonymous clients are counted by address.
 */
function clientOf({ headers, ip, params, url }: FastifyRequest): string {
  if (headers.authorization) return hashOf(headers.authorization).toString('base64');
  const { audience } = (params ?? {}) as { audience?: string };
  return `${isFile(url) ? 'files' : 'api'}:${audience ?? ip}`;
}

/** Counts the requests of every route of the API and of files. Must be called before the routes are registered. */
export async function limitCalls(app: FastifyInstance, perSecond: number, siblings: Siblings): Promise<void> {
  const counts = createCallCounts(siblings, { clients: CLIENTS, windowMs: WINDOW_S * 1_000 });
  const silent = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
    'retry-after': false,
  };
  await app.register(rateLimit, {
    global: false,
    max: ({ url }) => perSecond * WINDOW_S * (isFile(url) ? FILES_FACTOR : 1),
    timeWindow: WINDOW_S * 1_000,
    // It is constructed by the plugin, but must be ours.
    store: function Store() {
      return counts;
    } as unknown as FastifyRateLimitStoreCtor,
    keyGenerator: clientOf,
    addHeaders: silent,
    addHeadersOnExceeding: silent,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(ttl / 1_000)) }),
  });
  app.addHook('onRoute', (route) => {
    if (isCounted(route.url)) route.onRequest = [app.rateLimit(), ...[route.onRequest ?? []].flat()];
  });
}
