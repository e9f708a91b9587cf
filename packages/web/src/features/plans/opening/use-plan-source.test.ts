import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tileLinkQuery } from './use-plan-source.ts';

const MINUTE = 60_000;
const asked: string[] = [];
let client: QueryClient;

/** A server whose links are valid for ten minutes. */
const answer = async (path: string): Promise<Response> => {
  asked.push(path);
  const [, revisionId = ''] = /revisions\/([^/]+)\/tiles/u.exec(path) ?? [];
  const expiresAt = new Date(Date.now() + 10 * MINUTE).toISOString();
  return Response.json({ revisionId, prefix: `/m/tiles/${revisionId}/${asked.length}`, expiresAt });
};

beforeEach(() => {
  vi.useFakeTimers();
  // Query refetches on an interval only in browsers.
  environmentManager.setIsServer(() => false);
  vi.stubGlobal('fetch', answer);
  asked.length = 0;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  client.clear();
  environmentManager.setIsServer(() => typeof window === 'undefined');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('is shared and kept while it is valid', async () => {
  const first = await client.fetchQuery(tileLinkQuery('site', 'sheet'));
  await vi.advanceTimersByTimeAsync(8.9 * MINUTE);
  expect(await client.fetchQuery(tileLinkQuery('site', 'sheet'))).toBe(first);
  expect(asked).toHaveLength(1);
});

it('is requested again a minute before it expires', async () => {
  const first = await client.fetchQuery(tileLinkQuery('site', 'sheet'));
  await vi.advanceTimersByTimeAsync(9.1 * MINUTE);
  const next = await client.fetchQuery(tileLinkQuery('site', 'sheet'));
  expect(asked).toHaveLength(2);
  expect(next.prefix).not.toBe(first.prefix);
});

it('is renewed automatically while its plan is open, and not afterwards', async () => {
  const prefixes: (string | undefined)[] = [];
  const leave = new QueryObserver(client, tileLinkQuery('site', 'sheet')).subscribe(({ data }) =>
    prefixes.push(data?.prefix),
  );
  await vi.advanceTimersByTimeAsync(28 * MINUTE);
  expect(asked).toHaveLength(4);
  expect(prefixes.at(-1)).toBe('/m/tiles/sheet/4');
  leave();
  await vi.advanceTimersByTimeAsync(28 * MINUTE);
  expect(asked).toHaveLength(4);
});

it('belongs to a single revision', async () => {
  const links = await Promise.all(
    ['one', 'other'].map((revision) => client.fetchQuery(tileLinkQuery('site', revision))),
  );
  expect(links.map(({ revisionId }) => revisionId)).toEqual(['one', 'other']);
  expect(asked).toHaveLength(2);
});
