// Shows a push message with the text it contains; clicking it opens its page, in an already open window if there is
// one.
import type { PushMessage, PushTarget } from '@plumbline/core/features/notifications/push-message';

const OWN_PATH = /^\/(?![/\\])/u;

/** Undefined for a message that our server has not written. */
export function readPush(text: string | undefined): PushMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, body, lang, tag, path } = value as Record<string, unknown>;
  const texts = [title, body, lang, tag, path];
  if (!texts.every((one): one is string => typeof one === 'string')) return undefined;
  return OWN_PATH.test(texts[4] ?? '') ? (value as PushMessage) : undefined;
}

export const pathOf = (data: unknown): string => {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;
  return typeof path === 'string' && OWN_PATH.test(path) ? path : '/notifications';
};

async function show(worker: ServiceWorkerGlobalScope, text: string | undefined): Promise<void> {
  // Browsers revoke the permission when a push shows no notification.
  const message = readPush(text) ?? { title: 'Plumbline', body: '', lang: 'en', tag: 'news', path: '/notifications' };
  const { title, body, lang, tag, path } = message;
  await worker.registration.showNotification(title, {
    ...{ body, lang, tag, data: { path } },
    ...{ icon: '/icon-192.png', badge: '/badge-96.png' },
  });
}

async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const known =
    windows.find((window) => window.focused) ??
    windows.find((window) => window.visibilityState === 'visible') ??
    windows[0];
  if (!known) {
    await worker.clients.openWindow(path);
    return;
  }
  const message: PushTarget = { goTo: path };
  known.postMessage(message);
  await known.focus().catch(() => undefined);
}

export function showNotification(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data?.text())));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, pathOf(event.notification.data)));
  });
}
