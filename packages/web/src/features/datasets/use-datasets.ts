// Dataset queries: lists are paginated, running imports are polled.
import {
  type DatasetImport,
  type EXPORT_FORMATS,
  getDataset,
  importDataset,
  listDatasetImports,
  listDatasets,
  listRecords,
  updateDataset,
} from '@plumbline/core/features/datasets/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callAll } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';

const key = (projectId: string, ...more: unknown[]) => ['datasets', projectId, ...more] as const;
const POLL_INTERVAL_MS = 1_000;
/** Polling interval in milliseconds; paused while the page is hidden. */
const LIVE = 2_000;
const PAGE = 100;
const RECORDS_PAGE = 200;

/** The datasets of a project, page by page. */
export function useDatasets(projectId: string, inactive: boolean) {
  const datasets = useInfiniteQuery({
    queryKey: key(projectId, 'list', inactive),
    queryFn: ({ pageParam, signal }) => {
      const query = { page: pageParam, size: PAGE, ...(inactive && { inactive: 'true' as const }) };
      return call(listDatasets, { params: { projectId }, query }, { signal });
    },
    placeholderData: (before) => before,
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
    refetchInterval: LIVE,
  });
  return { ...datasets, list: datasets.data?.pages.flatMap((page) => page.content) };
}

/** All active datasets, for a choice. */
export const useDatasetChoices = (projectId: string) =>
  useQuery({
    queryKey: key(projectId, 'list', 'choices'),
    queryFn: ({ signal }) => callAll(listDatasets, { params: { projectId }, query: { size: 1_000 } }, { signal }),
  });

export function useDataset(projectId: string, datasetId: string) {
  const cache = useQueryClient();
  const one = key(projectId, 'one', datasetId);
  return useQuery({
    queryKey: one,
    queryFn: async ({ signal }) => {
      const before = cache.getQueryData<{ changedAt: string }>(one);
      const now = await call(getDataset, { params: { projectId, datasetId } }, { signal });
      if (before && before.changedAt !== now.changedAt)
        void cache.invalidateQueries({ queryKey: key(projectId, 'records', datasetId) });
      return now;
    },
    refetchInterval: LIVE,
  });
}

/** Records containing all words of `search`, page by page; all records when it is empty. */
export function useRecords(projectId: string, datasetId: string, search: string, sort: 'place' | 'title') {
  const records = useInfiniteQuery({
    queryKey: key(projectId, 'records', datasetId, search, sort),
    queryFn: ({ pageParam, signal }) => {
      const query = { page: pageParam, size: RECORDS_PAGE, sort, ...(search !== '' && { search }) };
      return call(listRecords, { params: { projectId, datasetId }, query }, { signal });
    },
    placeholderData: (before) => before,
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
  });
  const first = records.data?.pages[0];
  return {
    ...records,
    list: records.data?.pages.flatMap((page) => page.content),
    total: first?.totalElements,
    exact: first?.exact ?? true,
  };
}

const underWay = (datasetImport: DatasetImport): boolean =>
  datasetImport.state === 'waiting' || datasetImport.state === 'running';

export function useDatasetImports(projectId: string, requested: boolean) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: key(projectId, 'imports'),
    enabled: requested,
    queryFn: async ({ signal }) => {
      const before = cache.getQueryData<{ content: DatasetImport[] }>(key(projectId, 'imports'));
      const now = await call(listDatasetImports, { params: { projectId }, query: { size: 50 } }, { signal });
      const ended = before?.content.some(
        (one) => underWay(one) && now.content.some((other) => other.id === one.id && !underWay(other)),
      );
      // Refetch what an import changed as soon as it has finished.
      if (ended) {
        for (const part of ['list', 'one', 'records']) void cache.invalidateQueries({ queryKey: key(projectId, part) });
      }
      return now;
    },
    refetchInterval: ({ state }) => (state.data?.content.some(underWay) ? POLL_INTERVAL_MS : false),
  });
}

export function useImportDataset(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Parameters<typeof call<typeof importDataset>>[1]['body']) =>
      call(importDataset, { params: { projectId }, body }),
    onSuccess: (created) => {
      cache.setQueryData<{ content: DatasetImport[] }>(key(projectId, 'imports'), (before) =>
        before ? { ...before, content: [created, ...before.content.filter((one) => one.id !== created.id)] } : before,
      );
      return cache.invalidateQueries({ queryKey: key(projectId, 'imports') });
    },
  });
}

export function useChangeDataset(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ datasetId, ...body }: { datasetId: string; title?: string; active?: boolean }) =>
      call(updateDataset, { params: { projectId, datasetId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key(projectId) }),
  });
}

type Exported = { projectId: string; datasetId: string; title: string };

export function saveDataset({ projectId, datasetId, title }: Exported, format: (typeof EXPORT_FORMATS)[number]) {
  const name = `${title.replaceAll(/[\\/:*?"<>|]+/gu, ' ').trim() || 'dataset'}.${format}`;
  return saveFile(`/api/datasets/projects/${projectId}/datasets/${datasetId}/export?format=${format}`, name);
}
