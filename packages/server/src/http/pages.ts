// Serves the built browser program: hashed files for ever, the page itself fresh with a nonce of its own.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { contentPolicy, newNonce } from './headers.ts';

export const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));

const NOT_PAGES = /^\/(api|m|assets|healthz|readyz)(\/|$)/u;

export async function servePages(app: FastifyInstance, folder = WEB_DIST): Promise<void> {
  const page = await readFile(`${folder}/index.html`, 'utf8').catch(() => undefined);
  if (page === undefined) {
    app.log.warn({ folder }, 'the browser program has not been built; only the interface is served');
  } else {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      setHeaders(reply, path) {
        reply.setHeader(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (page === undefined || !wantsPage || NOT_PAGES.test(request.url.split('?')[0] ?? '')) {
      throw new AppError('not_found');
    }
    const nonce = newNonce();
    void reply
      .header('content-security-policy', contentPolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace('<head>', `<head>\n    <meta property="csp-nonce" nonce="${nonce}">`));
  });
}
