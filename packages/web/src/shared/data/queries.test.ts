import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { bounded, storeReply } from './queries.ts';

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

test('the reply to a change is kept when an earlier request is answered later', async () => {
  const client = new QueryClient();
  let answer: (value: string) => void = () => undefined;
  const request = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const observer = new QueryObserver(client, { queryKey: ['me'], queryFn: () => request, initialData: 'first' });
  const stop = observer.subscribe(() => undefined);
  expect(observer.getCurrentResult().isFetching).toBe(true);
  storeReply(client, ['me'], 'changed');
  answer('first');
  await request;
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ isFetching: false, data: 'changed' }));
  stop();
  client.clear();
});
