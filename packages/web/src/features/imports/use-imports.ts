// Imports of a project, polled while one is active, and the actions on them.
import {
  cancelImport,
  type PlanImport,
  retryImport,
  startImport,
  startRevision,
} from '@plumbline/core/features/imports/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { IMPORTS, type Imports, importsOf, listedImports } from './import-query.ts';
import type { ChosenPage } from './pages/page-selection.ts';
import { currentUploads, onUploads, type Upload } from './upload/upload-queue.ts';

/** The newest imports, `pages` of them, and all unfinished ones. `more`: there are others. */
export function useImports(projectId: string, requested: boolean, pages = 1) {
  const { data, error, refetch } = useQuery({ ...importsOf(projectId, pages), enabled: requested });
  return { data: data?.content, more: data?.more ?? false, error, retry: () => void refetch() };
}

/** Files of the project that are still uploading. */
export function useUploads(projectId: string): readonly Upload[] {
  const all = useSyncExternalStore(onUploads, currentUploads);
  return useMemo(() => all.filter((one) => one.projectId === projectId), [all, projectId]);
}

/** Each action resolves once the server has accepted it, and throws its refusal. */
export function useImportActions(projectId: string) {
  const cache = useQueryClient();
  return useMemo(() => {
    const take = (changed: PlanImport) => {
      const lists = { queryKey: listedImports(projectId) };
      cache.setQueriesData(
        lists,
        (known?: Imports) =>
          known && { ...known, content: known.content.map((one) => (one.id === changed.id ? changed : one)) },
      );
      void cache.invalidateQueries({ queryKey: [...IMPORTS, projectId] });
    };
    const paramsOf = (importId: string) => ({ projectId, importId });
    return {
      start: async (importId: string, parentId: string | null, chosen: readonly ChosenPage[]) => {
        const pages = chosen.map((one) => ({ ...one, planId: crypto.randomUUID() }));
        take(await call(startImport, { params: paramsOf(importId), body: { parentId, pages } }));
      },
      startRevision: async (importId: string, body: RequestOf<typeof startRevision>['body']) =>
        take(await call(startRevision, { params: paramsOf(importId), body })),
      cancel: async (importId: string) => take(await call(cancelImport, { params: paramsOf(importId) })),
      retry: async (importId: string) => take(await call(retryImport, { params: paramsOf(importId) })),
    };
  }, [cache, projectId]);
}
