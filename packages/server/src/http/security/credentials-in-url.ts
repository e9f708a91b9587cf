// Rejects tokens and keys in URLs, which end up in logs, histories and referrers. Signed links exist for this purpose.
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance } from 'fastify';

const SECRET = /[?&](access_token|refresh_token|authorization|user-encryption-key)=/iu;

export function refuseCredentialsInUrl(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const found = SECRET.exec(request.url)?.[1];
    if (found === undefined) return;
    request.log.warn({ parameter: found }, 'a secret in a URL was rejected');
    throw new AppError('bad_request', { fields: [{ path: found, outcome: 'NOT_VALID' }] });
  });
}
