// Query for the imports of a project; polled more often while one is active.
import { listImports } from '@plumbline/core/features/imports/contract';
import { queryOptions } from '@tanstack/react-query';
import { callAll } from '../../api/client.ts';
import { isActive } from './pages/page-selection.ts';

export const IMPORTS = ['imports'] as const;

const OFTEN = 1_000;
const IDLE_POLL_MS = 30_000;

export const importsOf = (projectId: string) =>
  queryOptions({
    queryKey: [...IMPORTS, projectId],
    queryFn: ({ signal }) => callAll(listImports, { params: { projectId }, query: { size: 200 } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? OFTEN : IDLE_POLL_MS),
  });
