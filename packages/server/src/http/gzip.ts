// Sends larger answers of the interface compressed: the rows of a project shrink to a tenth, and sites have weak lines.
// Their lengths tell nothing to others: no foreign page can make a browser ask with our bearer token. Tokens themselves travel as they are.
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { isTokenCall } from './oauth-form.ts';

/** Characters below which it is not worth the work: such an answer goes out in one packet anyway. */
const WORTH = 1_400;
const compress = promisify(gzip);

const wanted = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/iu.test(String(header ?? ''));

export function gzipAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || payload.length < WORTH || !type.startsWith('application/json')) return payload;
    if (isTokenCall(request.url) || reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', 'accept-encoding');
    if (!wanted(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    // Quick rather than thorough: the server has others to serve.
    return compress(payload, { level: constants.Z_BEST_SPEED + 2 });
  });
}
