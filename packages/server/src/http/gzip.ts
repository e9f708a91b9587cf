// Compresses larger API responses: the rows of a project shrink to a tenth, and construction sites have slow networks.
// BREACH does not apply: no foreign page can make a browser send our bearer token. The token responses themselves are
// not compressed.
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isTokenCall } from './oauth-form.ts';

/** Minimum length in characters: a shorter response fits into one packet anyway. */
const MIN_LENGTH = 1_400;
const compress = promisify(gzip);

const wanted = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/iu.test(String(header ?? ''));

export function gzipAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH || !type.startsWith('application/json'))
      return payload;
    if (isTokenCall(request.url) || reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', 'accept-encoding');
    if (!wanted(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    // Fast rather than thorough: other requests need the processor too.
    return compress(payload, { level: constants.Z_BEST_SPEED + 2 });
  });
}
