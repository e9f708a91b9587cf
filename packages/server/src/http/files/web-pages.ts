// Serves the built web application: hashed files are cached forever, the page never; it has its own nonce.
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentPolicy, newNonce } from '../security/headers.ts';

const WEB_DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

const NO_TEXT_RUNS = "require-trusted-types-for 'script'; trusted-types 'none'";
const WORKER = '/service-worker.js';
/** The service worker may fetch the application's files and nothing else. */
const WORKER_POLICY = `default-src 'none'; connect-src 'self'; ${NO_TEXT_RUNS}`;
/** Applies to web workers as well, each of which is a single file. */
const FILE_POLICY = `default-src 'none'; frame-ancestors 'none'; ${NO_TEXT_RUNS}`;

/**
 * Paths that no screen has: those of the interface, and files. Below /project/ a path can end in the text of a search,
 * which may look like the name of a file.
 */
const NOT_PAGES = /^\/(api|m|assets|healthz|readyz|metrics)(\/|$)|^\/(?!project\/)(.*\/)?(\.|[^/]*\.[a-z]\w{0,4}$)/iu;

/**
 * `offlineEverywhere`: desktop browsers store the application too. `serviceBases`: the URLs of services that run
 * elsewhere. `ownUploadLimits`: the maximum file sizes that the operator has changed. `convertsVideos`: whether
 * uploaded videos are converted for every browser.
 */
export async function servePages(
  app: FastifyInstance,
  {
    folder = WEB_DIST,
    offlineEverywhere = false,
    serviceBases = '',
    ownUploadLimits = '',
    convertsVideos = async () => false,
  }: {
    folder?: string;
    offlineEverywhere?: boolean;
    serviceBases?: string;
    ownUploadLimits?: string;
    convertsVideos?: () => Promise<boolean>;
  } = {},
): Promise<void> {
  // Read on each request: a new build takes effect immediately, and the page never names files that no longer exist.
  const readPage = () => readFile(`${folder}/index.html`, 'utf8').catch(() => undefined);
  if ((await readPage()) === undefined) {
    app.log.warn({ folder }, 'the web application has not been built; only the API is served');
  }
  await mkdir(folder, { recursive: true });
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    // The plugin's own header would override ours.
    cacheControl: false,
    setHeaders(reply, path) {
      reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.addHook('onSend', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (path === WORKER) reply.header('content-security-policy', WORKER_POLICY);
    else if (path.startsWith('/assets/')) reply.header('content-security-policy', FILE_POLICY);
  });
  const meta = (name: string, content: string) =>
    content === '' ? '' : `\n    <meta name="plumbline-${name}" content="${content}">`;
  const settings = [
    meta('offline', offlineEverywhere ? 'everywhere' : ''),
    meta('services', serviceBases),
    meta('upload-limits', ownUploadLimits),
  ].join('');
  const sendPage = async (reply: FastifyReply) => {
    const page = await readPage();
    if (page === undefined) throw new AppError('not_found');
    const videos = meta('videos', (await convertsVideos()) ? 'converted' : '');
    const nonce = newNonce();
    return (
      reply
        .header('content-security-policy', contentPolicy(nonce))
        // Also keeps the page out of the back/forward cache: WebKit suspends a page there in the middle of a transaction,
        // which then blocks every later page from writing to the database of the device.
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page.replace('<head>', `<head>\n    <meta property="csp-nonce" nonce="${nonce}">${settings}${videos}`))
    );
  };
  // The folder is not a file: without this route the plugin rejects its URL for clients that accept no compression.
  app.route({ method: ['GET', 'HEAD'], url: '/', handler: (_request, reply) => sendPage(reply) });
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || NOT_PAGES.test(request.url.split('?')[0] ?? '')) throw new AppError('not_found');
    return sendPage(reply);
  });
}
