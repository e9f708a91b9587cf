// Imports of pins into a project, from the server; polled while one is running.
import {
  cancelPinImport,
  checkBcfImport,
  checkPinImport,
  getPinImport,
  listPinImportRows,
  listPinImports,
  type PinImportState,
  type PinOutcome,
  runPinImport,
  undoPinImport,
} from '@plumbline/core/features/exchange/contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callFirst } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';

const keyOf = (projectId: string, ...more: unknown[]) => ['pin-import', projectId, ...more] as const;
const POLL_INTERVAL_MS = 800;
const LISTED = 100;
const PAGE = 200;
const RUNNING: readonly PinImportState[] = ['checking', 'running', 'undoing'];
export const isRunning = ({ state }: { state: PinImportState }): boolean => RUNNING.includes(state);

/** The newest imports, `pages` of them. `more`: there are others. */
export function usePinImports(projectId: string, pages: number) {
  return useQuery({
    queryKey: keyOf(projectId, 'list', pages),
    queryFn: ({ signal }) =>
      callFirst(listPinImports, { params: { projectId }, query: { size: LISTED } }, { signal, pages }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.content.some(isRunning) ? POLL_INTERVAL_MS : false),
  });
}

export function usePinImport(projectId: string, importId: string) {
  return useQuery({
    queryKey: keyOf(projectId, 'one', importId),
    queryFn: ({ signal }) => call(getPinImport, { params: { projectId, importId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_INTERVAL_MS : false),
  });
}

export type ShownOutcome = PinOutcome | 'warning';

/** Rows with this outcome, page by page; fetched again when `version` changes. */
export function usePinImportRows(
  projectId: string,
  importId: string,
  outcome: ShownOutcome | undefined,
  version: string,
) {
  const rows = useInfiniteQuery({
    queryKey: keyOf(projectId, 'rows', importId, outcome ?? 'all', version),
    queryFn: ({ pageParam, signal }) => {
      const query = { page: pageParam, size: PAGE, ...(outcome && { outcome }) };
      return call(listPinImportRows, { params: { projectId, importId }, query }, { signal });
    },
    placeholderData: (before) => before,
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
  });
  return {
    ...rows,
    list: rows.data?.pages.flatMap((page) => page.content) ?? [],
    total: rows.data?.pages[0]?.totalElements,
  };
}

export function useCheckPins(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    /** Without columns, the file is a BCF file. */
    mutationFn: (body: CallOf<typeof checkPinImport>['body'] | CallOf<typeof checkBcfImport>['body']) =>
      'columns' in body
        ? call(checkPinImport, { params: { projectId }, body })
        : call(checkBcfImport, { params: { projectId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}

const MOVES = { run: runPinImport, cancel: cancelPinImport, undo: undoPinImport } as const;

export function useMovePinImport(projectId: string, importId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (move: keyof typeof MOVES) => call(MOVES[move], { params: { projectId, importId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(projectId) }),
  });
}

export const saveProblems = (projectId: string, importId: string, fileName: string): Promise<void> =>
  saveFile(
    `/api/pins-api/projects/${projectId}/imports/${importId}/problems`,
    `${fileName.replace(/\.[a-z]+$/iu, '')}.csv`,
  );
