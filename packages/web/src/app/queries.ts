// What was read from the server, kept while it is of use. Calls retry themselves, so the cache does not.
import { QueryClient } from '@tanstack/react-query';

export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, gcTime: 10 * 60_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
