// Projects as read from the server, what users do to them, and what becomes stale then.
import {
  copyProject,
  createProject,
  getProject,
  joinProject,
  leaveProject,
  listProjects,
  type ProjectDetails,
  updateProject,
} from '@plumbline/core/features/projects/contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const PROJECTS = ['projects'] as const;

export type ProjectFilter = Omit<CallOf<typeof listProjects>['query'], 'page' | 'size'>;
export type ProjectChange = CallOf<typeof updateProject>['body'];
export type NewProject = CallOf<typeof createProject>['body'];

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

/** The few projects that fit a text, the lately used first. */
export const projectSearch = (search: string, most: number) =>
  queryOptions({
    queryKey: [...PROJECTS, 'list', 'search', search, most],
    queryFn: ({ signal }) =>
      call(
        listProjects,
        { query: { page: 0, size: most, sort: 'lastActivity', ...(search !== '' && { search }) } },
        { signal },
      ),
    placeholderData: (before) => before,
  });

const projectOf = (projectId: string) =>
  queryOptions({
    queryKey: [...PROJECTS, 'one', projectId],
    queryFn: ({ signal }) => call(getProject, { params: { projectId } }, { signal }),
    staleTime: 60_000,
  });

/** The project that is open; its data is undefined until it has come. */
export function useProject(projectId: string, wanted = true) {
  return useQuery({ ...projectOf(projectId), enabled: wanted });
}

/** Keeps the answer as the project's details and lets the lists read themselves anew. */
function useKept() {
  const cache = useQueryClient();
  return (project: ProjectDetails | undefined) => {
    if (project) cache.setQueryData(projectOf(project.id).queryKey, project);
    return cache.invalidateQueries({ queryKey: [...PROJECTS, 'list'] });
  };
}

export function useCreateProject() {
  const kept = useKept();
  return useMutation({
    // The project's own id makes a repeated call the same call.
    mutationFn: (body: NewProject) => call(createProject, { body }, { idempotencyKey: body.id }),
    onSuccess: kept,
  });
}

export function useUpdateProject(projectId: string) {
  const kept = useKept();
  return useMutation({
    mutationFn: (body: ProjectChange) => call(updateProject, { params: { projectId }, body }),
    onSuccess: kept,
  });
}

export function useCopyProject(projectId: string) {
  const kept = useKept();
  return useMutation({
    mutationFn: (body: CallOf<typeof copyProject>['body']) =>
      call(copyProject, { params: { projectId }, body }, { idempotencyKey: body.id }),
    onSuccess: kept,
  });
}

export function useJoinProject(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(joinProject, { params: { projectId }, body: { id } }, { idempotencyKey: id }),
    onSuccess: () => cache.invalidateQueries({ queryKey: PROJECTS }),
  });
}

export function useLeaveProject(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(leaveProject, { params: { projectId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: PROJECTS }),
  });
}
