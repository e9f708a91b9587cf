// Projects as read from the server, and what becomes stale when one is changed.
import { getProject, listProjects } from '@plumbline/core/features/projects/contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export const PROJECTS = ['projects'] as const;

export type ProjectFilter = Omit<CallOf<typeof listProjects>['query'], 'page' | 'size'>;

const PAGE = 60;

export const projectList = (filter: ProjectFilter) =>
  infiniteQueryOptions({
    queryKey: [...PROJECTS, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listProjects, { query: { ...filter, page: pageParam, size: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
    placeholderData: (before) => before,
  });

export const projectOf = (projectId: string) =>
  queryOptions({
    queryKey: [...PROJECTS, 'one', projectId],
    queryFn: ({ signal }) => call(getProject, { params: { projectId } }, { signal }),
    staleTime: 60_000,
  });

/** The project that is open; its data is undefined until it has come. */
export function useProject(projectId: string, wanted = true) {
  return useQuery({ ...projectOf(projectId), enabled: wanted });
}
