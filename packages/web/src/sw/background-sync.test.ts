import { beforeEach, expect, test, vi } from 'vitest';
import { syncInBackground } from './background-sync.ts';

const NOTICE = { title: 'Changes are waiting', body: 'Open Plumbline', lang: 'en' };
const stored = new Map<string, Response>();
const shown = vi.fn(async () => undefined);
let permission: NotificationPermission;

beforeEach(() => {
  permission = 'granted';
  stored.clear();
  shown.mockClear();
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (key: string, response: Response) => void stored.set(key, response) }),
    match: async (key: string) => stored.get(key)?.clone(),
  });
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
  });
});

/** A page that answers with this value. */
const page = (answer: boolean) => ({
  postMessage: vi.fn((_message: unknown, [port]: [MessagePort]) => port.postMessage(answer)),
});

/** The worker with these open pages; `dispatch` returns what the event waits for. */
function worker(pages: readonly ReturnType<typeof page>[]) {
  const target = new EventTarget();
  const scope = Object.assign(target, {
    clients: { matchAll: async () => pages },
    registration: { showNotification: shown },
  });
  syncInBackground(scope as unknown as ServiceWorkerGlobalScope);
  return (type: string, fields: object): Promise<unknown> => {
    let work: Promise<unknown> = Promise.resolve('ignored');
    const waitUntil = (one: Promise<unknown>) => {
      work = one;
    };
    target.dispatchEvent(Object.assign(new Event(type), { ...fields, waitUntil }));
    return work;
  };
}

test.each(['offlineSync', 'manualOfflineSync'])('%s makes an open page send the changes', async (tag) => {
  const open = page(true);
  await worker([open])('sync', { tag });
  expect(open.postMessage).toHaveBeenCalledWith({ sendChanges: tag }, [expect.anything()]);
  expect(shown).not.toHaveBeenCalled();
});

test('the browser retries if no page could send everything', async () => {
  await expect(worker([page(false), page(false)])('sync', { tag: 'offlineSync' })).rejects.toThrow('still waiting');
  await expect(worker([page(false), page(true)])('sync', { tag: 'offlineSync' })).resolves.toBeUndefined();
});

test('without an open page, a notice in the language of the last page leads to the sync status', async () => {
  const dispatch = worker([]);
  await dispatch('message', { data: { backgroundNotice: NOTICE } });
  await dispatch('sync', { tag: 'offlineSync' });
  const about = { body: NOTICE.body, lang: 'en', data: { path: '/syncStatus' } };
  expect(shown).toHaveBeenCalledWith(NOTICE.title, expect.objectContaining(about));
});

test('without permission nothing is shown, and the event ends', async () => {
  permission = 'denied';
  const dispatch = worker([]);
  await dispatch('message', { data: { backgroundNotice: NOTICE } });
  await dispatch('sync', { tag: 'offlineSync' });
  expect(shown).not.toHaveBeenCalled();
});

test('other tags are ignored', async () => {
  expect(await worker([page(true)])('sync', { tag: 'else' })).toBe('ignored');
});
