// People imports of a project or of the organisation, from the server; polled while one is running.
import {
  IMPORT_STATES,
  type ImportLicence,
  memberImports,
  type Outcome,
  userImports,
} from '@plumbline/core/features/people/import/contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callFirst } from '../../../api/client.ts';
import { saveFile } from '../../../api/save-file.ts';

/** Where people are imported: a project, or the organisation if undefined. */
export type Scope = string | undefined;

type Options = { signal?: AbortSignal };
type Pages = Options & { pages: number };
const LISTED = 100;
export type CheckBody = CallOf<typeof memberImports.check>['body'];
export type PreviewBody = CallOf<typeof memberImports.preview>['body'];
type RowsQuery = CallOf<typeof memberImports.rows>['query'];

/** The endpoints for a scope. */
export function callsOf(projectId: Scope) {
  if (projectId === undefined) {
    const of = (importId: string) => ({ params: { importId } });
    return {
      preview: (body: PreviewBody, options: Options) => call(userImports.preview, { params: {}, body }, options),
      check: (body: CheckBody) => call(userImports.check, { params: {}, body }),
      list: (options: Pages) => callFirst(userImports.list, { params: {}, query: { size: LISTED } }, options),
      get: (importId: string, options: Options) => call(userImports.get, of(importId), options),
      rows: (importId: string, query: RowsQuery, options: Options) =>
        call(userImports.rows, { ...of(importId), query }, options),
      run: (importId: string, licence: ImportLicence) => call(userImports.run, { ...of(importId), query: { licence } }),
      cancel: (importId: string) => call(userImports.cancel, of(importId)),
      problems: (importId: string): `/api/${string}` => `/api/users/people/imports/${importId}/problems`,
    };
  }
  const of = (importId: string) => ({ params: { projectId, importId } });
  const params = { projectId };
  return {
    preview: (body: PreviewBody, options: Options) => call(memberImports.preview, { params, body }, options),
    check: (body: CheckBody) => call(memberImports.check, { params, body }),
    list: (options: Pages) => callFirst(memberImports.list, { params, query: { size: LISTED } }, options),
    get: (importId: string, options: Options) => call(memberImports.get, of(importId), options),
    rows: (importId: string, query: RowsQuery, options: Options) =>
      call(memberImports.rows, { ...of(importId), query }, options),
    run: (importId: string, licence: ImportLicence) => call(memberImports.run, { ...of(importId), query: { licence } }),
    cancel: (importId: string) => call(memberImports.cancel, of(importId)),
    problems: (importId: string): `/api/${string}` =>
      `/api/memberships-api/projects/${projectId}/people/imports/${importId}/problems`,
  };
}

const key = (scope: Scope, ...more: unknown[]) => ['people-import', scope ?? 'organisation', ...more] as const;
const POLL_INTERVAL_MS = 800;
const PAGE = 200;
const RUNNING_STATES: readonly string[] = IMPORT_STATES.filter(
  (importState) => importState === 'checking' || importState === 'running',
);
export const isRunning = ({ state }: { state: string }): boolean => RUNNING_STATES.includes(state);

/** The newest imports, `pages` of them. `more`: there are others. */
export function useImports(scope: Scope, pages: number) {
  return useQuery({
    queryKey: key(scope, 'list', pages),
    queryFn: ({ signal }) => callsOf(scope).list({ signal, pages }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.content.some(isRunning) ? POLL_INTERVAL_MS : false),
  });
}

export function useImport(scope: Scope, importId: string) {
  return useQuery({
    queryKey: key(scope, 'one', importId),
    queryFn: ({ signal }) => callsOf(scope).get(importId, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_INTERVAL_MS : false),
  });
}

/** Rows with this outcome, page by page; fetched again when `version` changes. */
export function useImportRows(scope: Scope, importId: string, outcome: Outcome | undefined, version: string) {
  const rows = useInfiniteQuery({
    queryKey: key(scope, 'rows', importId, outcome ?? 'all', version),
    queryFn: ({ pageParam, signal }) =>
      callsOf(scope).rows(importId, { page: pageParam, size: PAGE, ...(outcome && { outcome }) }, { signal }),
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

export function useCheckList(scope: Scope) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: CheckBody) => callsOf(scope).check(body),
    onSuccess: () => cache.invalidateQueries({ queryKey: key(scope) }),
  });
}

export function useMoveImport(scope: Scope, importId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (move: 'cancel' | { run: ImportLicence }) =>
      move === 'cancel' ? callsOf(scope).cancel(importId) : callsOf(scope).run(importId, move.run),
    onSettled: () => cache.invalidateQueries({ queryKey: key(scope) }),
  });
}

export function saveProblems(scope: Scope, importId: string, fileName: string): Promise<void> {
  return saveFile(callsOf(scope).problems(importId), `${fileName.replace(/\.[a-z]+$/iu, '')}.csv`);
}
