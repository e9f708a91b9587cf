import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let kept: Map<string, string>;
let sent: { path: string; token: string | null; signal: AbortSignal | undefined }[];

beforeEach(() => {
  kept = new Map();
  sent = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { signal } = init;
    sent.push({ path, token: new Headers(init.headers).get('authorization'), signal: signal ?? undefined });
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const tokens = (name: string) => ({
  token_type: 'bearer' as const,
  access_token: name,
  refresh_token: `refresh-${name}`,
  expires_in: 3_600,
});

it('after sign-out, queued files are neither sent nor visible to the next user', async () => {
  const { forgetToken, storeSignOn } = await import('../../../api/token.ts');
  const { addUploads, currentUploads } = await import('./upload-queue.ts');
  storeSignOn(tokens('anna'));
  const files = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => new File(['%PDF'], name));
  addUploads('project', null, files);
  // Uploads run two at a time.
  await expect.poll(() => sent.length).toBe(2);
  forgetToken();
  expect(currentUploads()).toEqual([]);
  expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  storeSignOn(tokens('tomas'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent.map(({ token }) => token)).toEqual(['Bearer anna', 'Bearer anna']);
});
