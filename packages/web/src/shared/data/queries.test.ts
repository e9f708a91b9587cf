import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { bounded } from './queries.ts';

const keys = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map((query) => query.queryKey[0]);

test('the cache stays below its limit; the least recently read entries are evicted first, never one on screen', () => {
  const client = bounded(new QueryClient(), 20);
  for (let at = 0; at < 20; at += 1) client.setQueryData([at], at, { updatedAt: at + 1 });
  const stop = new QueryObserver(client, { queryKey: [0], enabled: false }).subscribe(() => undefined);
  expect(keys(client)).toHaveLength(20);
  client.setQueryData([20], 20, { updatedAt: 21 });
  expect(keys(client)).toEqual([0, ...Array.from({ length: 17 }, (_, at) => at + 4)]);
  stop();
  client.clear();
});
