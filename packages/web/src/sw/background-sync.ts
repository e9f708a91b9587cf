// Woken by the browser when the device is back online: has an open page send the changes, or else shows a notice. The
// session and its keys belong to pages, so that the worker itself sends nothing (docs/decisions/0055).
import type { BackgroundNotice, NoticeMessage, SendMessage, SyncTag } from '../shared/version/background-messages.ts';

/** A suspended page does not answer. */
const ANSWER_MS = 30_000;
const CACHE = 'plumbline-background';
const NOTICE = '/background-notice';
const PATH = '/syncStatus';
const TAGS: ReadonlySet<string> = new Set<SyncTag>(['offlineSync', 'manualOfflineSync']);

/** The DOM types do not include it, as only some browsers have it. */
type SyncEvent = ExtendableEvent & { tag: string };

async function keepNotice(notice: BackgroundNotice): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(NOTICE, Response.json(notice));
}

async function showNotice({ registration }: ServiceWorkerGlobalScope): Promise<void> {
  const response = await caches.match(NOTICE);
  // Without permission, nothing can be shown; the changes are sent when the app is next opened.
  if (!response || globalThis.Notification?.permission !== 'granted') return;
  const { title, body, lang } = (await response.json()) as BackgroundNotice;
  await registration.showNotification(title, {
    ...{ body, lang, tag: 'offlineSync', data: { path: PATH } },
    ...{ icon: '/icon-192.png', badge: '/badge-96.png' },
  });
}

/** Whether the page has sent everything; false also if it does not answer. */
function askPage(client: Client, tag: SyncTag): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data === true);
    };
    client.postMessage({ sendChanges: tag } satisfies SendMessage, [port2]);
  });
}

async function send(worker: ServiceWorkerGlobalScope, tag: SyncTag): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = await Promise.all(pages.map((page) => askPage(page, tag)));
  if (answers.includes(true)) return;
  if (pages.length === 0) return showNotice(worker);
  // The browser tries again later.
  throw new Error('changes are still waiting');
}

const isNotice = (data: unknown): data is NoticeMessage =>
  typeof data === 'object' && data !== null && 'backgroundNotice' in data;

export function syncInBackground(worker: ServiceWorkerGlobalScope): void {
  (worker as EventTarget).addEventListener('sync', (event) => {
    const { tag } = event as SyncEvent;
    if (TAGS.has(tag)) (event as SyncEvent).waitUntil(send(worker, tag as SyncTag));
  });
  worker.addEventListener('message', (event) => {
    if (isNotice(event.data)) event.waitUntil(keepNotice(event.data.backgroundNotice));
  });
}
