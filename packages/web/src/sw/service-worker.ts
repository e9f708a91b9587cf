// Caches the app on the device so that it opens offline. One version at a time: a newer one waits for the user. Also
// shows push notifications, and has waiting changes sent when the device is back online.
import { syncInBackground } from './background-sync.ts';
import { filesOfLanguagesIn, type LanguageFiles } from './language-files.ts';
import { fetchOwn, isOwn } from './own-files.ts';
import { showNotification } from './push-message.ts';

// The DOM types cover all kinds of workers; this file runs as a service worker.
const worker = self as unknown as ServiceWorkerGlobalScope;

/** Injected by the build: the files of the app, those of further languages, and the version that identifies them all. */
declare const PLUMBLINE_BUILD: { version: string; files: readonly string[]; languages: LanguageFiles };

const PREFIX = 'plumbline-program-';
const NAME = PREFIX + PLUMBLINE_BUILD.version;
/** Served from the same origin but not part of the app. */
const NOT_PAGES = /^\/(?:api|m|healthz|readyz|version\.json|service-worker\.js)(?:\/|$)/u;
const PAGE = '/';

/** File names contain a content hash: files an older version has cached are not fetched again. */
async function take(cache: Cache, file: string): Promise<void> {
  const known = file === PAGE ? undefined : await caches.match(file);
  if (known) await cache.put(file, known);
  else await cache.put(file, await fetchOwn(new Request(file, { cache: 'reload' })));
}

/** Caches what a page had loaded before the worker controlled it. */
async function keep(files: readonly string[]): Promise<void> {
  const cache = await caches.open(NAME);
  await Promise.all(files.map(async (one) => (await cache.match(one)) ?? take(cache, one)));
}

const olderCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);

/** What older versions have cached. */
async function pathsBefore(): Promise<string[]> {
  const requests = await Promise.all((await olderCaches()).map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}

/** The languages in use are installed with the app: without a network the new version could not load them. */
async function install(): Promise<void> {
  const spoken = filesOfLanguagesIn(await pathsBefore(), PLUMBLINE_BUILD.languages);
  const cache = await caches.open(NAME);
  await Promise.all([PAGE, ...PLUMBLINE_BUILD.files, ...spoken].map((file) => take(cache, file)));
}

async function activate(): Promise<void> {
  await Promise.all((await olderCaches()).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Every URL of the app is the same page. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(PAGE)) ?? fetch(request);
}

/** Files not cached yet (another language, say) are cached on first use. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (await isOwn(response)) await cache.put(request, response.clone());
  return response;
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));

showNotification(worker);
syncInBackground(worker);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || NOT_PAGES.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/') || PLUMBLINE_BUILD.files.includes(pathname))
    event.respondWith(file(request));
});

worker.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (message === 'take-over') void worker.skipWaiting();
  if (Array.isArray(message)) {
    const files = message.filter((one): one is string => typeof one === 'string' && one.startsWith('/assets/'));
    event.waitUntil(keep(files));
  }
});
