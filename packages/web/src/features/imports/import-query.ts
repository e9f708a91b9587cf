// Query for the imports of a project; polled more often while one is active.
import { listImports } from '@plumbline/core/features/imports/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { isActive } from './pages/page-selection.ts';

export const IMPORTS = ['imports'] as const;

const OFTEN = 1_000;
const IDLE_POLL_MS = 30_000;

export const importsOf = (projectId: string) =>
  queryOptions({
    queryKey: [...IMPORTS, projectId],
    queryFn: ({ signal }) =>
      call(listImports, { params: { projectId }, query: { page: 0, size: 50 } }, { signal }).then(
        (page) => page.content,
      ),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? OFTEN : IDLE_POLL_MS),
  });
