import { beforeEach, expect, test, vi } from 'vitest';

const values = new Map<string, string>();
let connection: (EventTarget & { type?: string }) | undefined;

beforeEach(() => {
  values.clear();
  connection = new EventTarget();
  vi.resetModules();
  vi.stubGlobal('navigator', {
    get connection() {
      return connection;
    },
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
});

const load = () => import('./upload-network.ts');

test.each([
  ['wifi', 'wifi', true],
  ['ethernet', 'wifi', true],
  ['cellular', 'mobile', false],
  ['unknown', 'mobile', false],
  [undefined, 'unknown', true],
] as const)('on %s with the setting on, files may be uploaded: %s', async (type, kind, may) => {
  const network = await load();
  network.setWifiOnly(true);
  if (connection && type !== undefined) connection.type = type;
  expect(network.networkKind()).toBe(kind);
  expect(network.mayUpload()).toBe(may);
});

test('without the setting, files may be uploaded over any network', async () => {
  const network = await load();
  if (connection) connection.type = 'cellular';
  expect(network.mayUpload()).toBe(true);
});

test('a browser without the network information API reports an unknown network', async () => {
  connection = undefined;
  expect((await load()).networkKind()).toBe('unknown');
});

test('changes of the setting and of the network are announced until the listener leaves', async () => {
  const network = await load();
  const listener = vi.fn();
  const leave = network.onUploadNetwork(listener);
  network.setWifiOnly(true);
  connection?.dispatchEvent(new Event('change'));
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  network.setWifiOnly(false);
  expect(listener).toHaveBeenCalledTimes(2);
});
