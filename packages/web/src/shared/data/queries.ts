// The cache of server data. Calls retry themselves, so the cache does not.
import { type MutationObserver, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isSessionOver } from './shown-failure.ts';

/** Maximum cached replies; the least recently read are evicted first, never one that a screen shows. */
const MAX_CACHED_ROWS = 14_000;

export function bounded(client: QueryClient, most: number): QueryClient {
  const cache = client.getQueryCache();
  cache.subscribe(({ type, query: added }) => {
    if (type !== 'added') return;
    const kept = cache.getAll();
    if (kept.length <= most) return;
    const unused = kept.filter(
      (query) => query !== added && query.getObserversCount() === 0 && query.state.fetchStatus === 'idle',
    );
    // Evicts a tenth at once, so that not every further entry triggers an eviction.
    const going = kept.length - most + Math.floor(most / 10);
    for (const query of unused.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt).slice(0, going)) {
      cache.remove(query);
    }
  });
  return client;
}

export const queries = bounded(
  new QueryClient({
    defaultOptions: {
      // Queries that failed while offline are repeated on reconnect; the user need not retry.
      queries: {
        retry: false,
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  }),
  MAX_CACHED_ROWS,
);

/**
 * Stores the reply to a change as the data of a query. A request for that data that began before the change is cancelled:
 * its reply would bring the old data back.
 */
export function storeReply<T>(cache: QueryClient, queryKey: QueryKey, reply: T | ((before: T | undefined) => T)): void {
  void cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData<T>(queryKey, reply as T);
}

/** The forms that show the outcome of a request. */
const observers = new Set<MutationObserver<unknown, unknown, unknown>>();
queries.getMutationCache().subscribe((event) => {
  if (event.type === 'observerAdded') observers.add(event.observer);
  if (event.type === 'observerRemoved') observers.delete(event.observer);
});

/** Forms whose request failed because the session had ended are ready again: its user has signed in. */
export function forgetEndedSession(): void {
  for (const observer of [...observers]) if (isSessionOver(observer.getCurrentResult().error)) observer.reset();
}
