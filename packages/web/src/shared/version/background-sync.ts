// Asks the browser to wake the service worker once the device is back online, even if this page is closed by then. Only
// some browsers can; elsewhere, changes are sent when the app is next opened or comes to the front.

import type { BackgroundNotice, NoticeMessage, SendMessage, SyncTag } from './background-messages.ts';

type Syncing = { sync?: { register(tag: SyncTag): Promise<void> } };

/** False where the browser cannot, or has been told not to. */
export async function requestBackgroundSync(tag: SyncTag): Promise<boolean> {
  const registration = (await navigator.serviceWorker?.getRegistration('/').catch(() => undefined)) as
    | (ServiceWorkerRegistration & Syncing)
    | undefined;
  if (!registration?.active || !registration.sync) return false;
  return registration.sync.register(tag).then(
    () => true,
    () => false,
  );
}

/** Gives the worker the texts of its notice in the language of the page. */
export async function storeBackgroundNotice(backgroundNotice: BackgroundNotice): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/').catch(() => undefined);
  registration?.active?.postMessage({ backgroundNotice } satisfies NoticeMessage);
}

const isSend = (data: unknown): data is SendMessage =>
  typeof data === 'object' && data !== null && 'sendChanges' in data;

/** Calls `send` when the worker has been woken; it resolves to whether everything has been sent. */
export function onBackgroundSync(send: () => Promise<boolean>): () => void {
  const listener = ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (!isSend(data) || !port) return;
    void send().then(
      (isDone) => port.postMessage(isDone),
      () => port.postMessage(false),
    );
  };
  navigator.serviceWorker?.addEventListener('message', listener);
  return () => navigator.serviceWorker?.removeEventListener('message', listener);
}
