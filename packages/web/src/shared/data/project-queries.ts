// Queries and mutations for projects, and the cache entries each mutation invalidates.
import {
  copyProject,
  createProject,
  getProject,
  joinProject,
  leaveProject,
  listImporting,
  listProjects,
  type ProjectDetails,
  type ProjectEntry,
  setFavourite,
  updateProject,
} from '@plumbline/core/features/projects/contract';
import {
  createProjectFolder,
  deleteProjectFolder,
  listFolders,
  moveProjects,
  renameProjectFolder,
} from '@plumbline/core/features/projects/folders-contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callAll } from '../../api/client.ts';
import { useRow } from '../../local/use-rows.ts';
import { storeReply } from './queries.ts';

const PROJECTS = ['projects'] as const;

export type ProjectFilter = Omit<CallOf<typeof listProjects>['query'], 'page' | 'size'>;
export type ProjectChange = CallOf<typeof updateProject>['body'];
export type NewProject = CallOf<typeof createProject>['body'];

/** More than one screen shows, but few enough that the first rows do not wait for the rest. */
const PAGE = 40;

export const projectList = (filter: ProjectFilter) =>
  infiniteQueryOptions({
    queryKey: [...PROJECTS, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listProjects, { query: { ...filter, page: pageParam, size: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
    placeholderData: (before) => before,
  });

/** All folders the user can see. */
export const folderList = (filter: Pick<ProjectFilter, 'state' | 'whose'>) =>
  queryOptions({
    queryKey: [...PROJECTS, 'list', 'folders', filter],
    queryFn: ({ signal }) => callAll(listFolders, { query: { ...filter, size: 1_000 } }, { signal }),
    placeholderData: (before) => before,
  });

/** The status of plan imports across all projects, polled frequently while one is running. */
export const importing = queryOptions({
  queryKey: [...PROJECTS, 'importing'],
  queryFn: ({ signal }) => callAll(listImporting, { query: { size: 100 } }, { signal }),
  refetchInterval: ({ state }) => (state.data?.some((one) => one.running > 0) ? 2_000 : 15_000),
});

/** The few projects that match a text, recently used first. */
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

type QuickQuery = { search: string; sort: ProjectFilter['sort']; most: number; held: readonly string[] };

/** The first projects in an order that match a text. */
export const quickProjects = ({ search, sort, most, held }: QuickQuery) => {
  const query = {
    ...{ page: 0, size: most, sort },
    ...(search !== '' && { search }),
    ...(sort === 'offlineOnline' && held.length > 0 && { first: held.slice(0, 100) }),
  };
  return queryOptions({
    queryKey: [...PROJECTS, 'list', 'quick', query],
    queryFn: ({ signal }) => call(listProjects, { query }, { signal }),
    placeholderData: (before) => before,
  });
};

const projectOf = (projectId: string) =>
  queryOptions({
    queryKey: [...PROJECTS, 'one', projectId],
    queryFn: ({ signal }) => call(getProject, { params: { projectId } }, { signal }),
    staleTime: 60_000,
  });

/** The open project; its data is undefined until it has loaded. */
export function useProject(projectId: string, requested = true) {
  return useQuery({ ...projectOf(projectId), enabled: requested });
}

/** Undefined while it is requested. */
export function useProjectTitle(projectId: string | undefined): string | undefined {
  const project = useProject(projectId ?? '', projectId !== undefined);
  const held = useRow('project', projectId);
  // Offline, as it is on this device.
  return project.data?.title ?? held?.title;
}

/** Stores the reply as the project's details and invalidates the lists. */
function useStoreProject() {
  const cache = useQueryClient();
  return (project: ProjectDetails | undefined) => {
    if (project) storeReply(cache, projectOf(project.id).queryKey, project);
    return cache.invalidateQueries({ queryKey: [...PROJECTS, 'list'] });
  };
}

export function useCreateProject() {
  const kept = useStoreProject();
  return useMutation({
    // The project id serves as the idempotency key, so a repeated call creates nothing twice.
    mutationFn: (body: NewProject) => call(createProject, { body }, { idempotencyKey: body.id }),
    onSuccess: kept,
  });
}

export function useUpdateProject(projectId: string) {
  const kept = useStoreProject();
  return useMutation({
    mutationFn: (body: ProjectChange) => call(updateProject, { params: { projectId }, body }),
    onSuccess: kept,
  });
}

export function useCopyProject(projectId: string) {
  const kept = useStoreProject();
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

/** Invalidates every list of folders and projects. */
function useInvalidateLists() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [...PROJECTS, 'list'] });
}

export function useCreateFolder() {
  const listed = useInvalidateLists();
  return useMutation({
    mutationFn: (body: CallOf<typeof createProjectFolder>['body']) =>
      call(createProjectFolder, { body }, { idempotencyKey: body.id }),
    onSuccess: listed,
  });
}

export function useRenameFolder() {
  const listed = useInvalidateLists();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(renameProjectFolder, { params: { folderId: id }, body: { name } }),
    onSuccess: listed,
  });
}

export function useDeleteFolder() {
  const listed = useInvalidateLists();
  return useMutation({
    mutationFn: (folderId: string) => call(deleteProjectFolder, { params: { folderId } }),
    onSuccess: listed,
  });
}

export function useMoveProjects() {
  const listed = useInvalidateLists();
  return useMutation({
    mutationFn: (body: CallOf<typeof moveProjects>['body']) => call(moveProjects, { body }),
    onSuccess: listed,
  });
}

/** Sets several projects active or inactive, one after another; returns which were refused, and why. */
export function useSetProjectsActive() {
  const listed = useInvalidateLists();
  return useMutation({
    mutationFn: async ({ ids, active }: { ids: readonly string[]; active: boolean }) => {
      const done: string[] = [];
      const refused: { id: string; error: unknown }[] = [];
      for (const projectId of ids) {
        try {
          await call(updateProject, { params: { projectId }, body: { active } });
          done.push(projectId);
        } catch (error) {
          refused.push({ id: projectId, error });
        }
      }
      return { done, refused };
    },
    onSettled: listed,
  });
}

type Pages = { pages: { content: ProjectEntry[] }[] };

const STAR = [...PROJECTS, 'star'] as const;

/**
 * The star is shown immediately. Changes are sent one after another, and no earlier reply may undo a later one: list
 * requests in progress are cancelled and repeated once the last star has been saved.
 */
export function useSetFavourite() {
  const cache = useQueryClient();
  const lists = { queryKey: [...PROJECTS, 'list'] };
  const show = (id: string, favourite: boolean) =>
    cache.setQueriesData<unknown>(lists, (data: unknown) => {
      const pages = (data as Partial<Pages> | undefined)?.pages;
      if (!pages) return data;
      const marked = (projectEntry: ProjectEntry) =>
        projectEntry.id === id ? { ...projectEntry, favourite } : projectEntry;
      return { ...(data as Pages), pages: pages.map((page) => ({ ...page, content: page.content.map(marked) })) };
    });
  return useMutation({
    mutationKey: STAR,
    scope: { id: 'star' },
    mutationFn: ({ id, favourite }: { id: string; favourite: boolean }) =>
      call(setFavourite, { params: { projectId: id }, body: { favourite } }),
    onMutate: async ({ id, favourite }) => {
      show(id, favourite);
      await cache.cancelQueries(lists);
      show(id, favourite);
    },
    onError: (_error, { id, favourite }) => {
      show(id, !favourite);
    },
    onSettled: () => (cache.isMutating({ mutationKey: STAR }) === 1 ? cache.invalidateQueries(lists) : undefined),
  });
}
