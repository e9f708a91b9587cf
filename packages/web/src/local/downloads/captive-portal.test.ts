// A public network answers every request with a page of its own until its user has signed in there. Nothing may be taken
// for an answer of the server, and nothing may be taken as refused.
import { syncPush } from '@plumbline/core/sync/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../api/client.ts';
import { setDeviceKey } from '../../api/device-key.ts';
import { NetworkFailure } from '../../api/failure.ts';
import { upload } from '../../api/upload.ts';
import { readLive } from '../live-stream.ts';
import { downloadServer } from './download-server.ts';

const asked: string[] = [];
let portal = true;

beforeEach(() => {
  asked.length = 0;
  portal = true;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? 'GET'} ${path}`);
    if (portal)
      return new Response('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html' } });
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '3' };
    return new Response(null, { status: init.method === 'POST' ? 201 : 204, headers });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setDeviceKey(undefined);
});

test('a call fails as without a network', async () => {
  const body = { deviceId: '00000000-0000-4000-8000-000000000001', mutations: [] };
  await expect(call(syncPush, { body }, { retry: { attempts: 1 } })).rejects.toBeInstanceOf(NetworkFailure);
});

test('an upload waits, and continues once the server answers', async () => {
  vi.useFakeTimers();
  const sending = upload(new Blob(['abc']), {
    ...{ id: '00000000-0000-4000-8000-000000000002', name: 'a.txt', purpose: 'photo' },
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toHaveLength(1);
  portal = false;
  await vi.advanceTimersByTimeAsync(60_000);
  await sending;
});

test('the live stream does not count as open', async () => {
  setDeviceKey('key');
  const opened = vi.fn();
  await expect(readLive({ opened, event: () => undefined }, new AbortController().signal)).rejects.toThrow();
  expect(opened).not.toHaveBeenCalled();
  expect(asked).toEqual(['GET /api/v2/sync/live']);
});

test('its page does not become part of a downloaded plan', async () => {
  const { read } = downloadServer(new AbortController().signal);
  await expect(read({ url: '/m/files/a' }, 0)).rejects.toMatchObject({ name: 'Unreachable' });
});
