// Query for the newest imports of a project and all unfinished ones; polled more often while one is active.
import { listImports, type PlanImport } from '@plumbline/core/features/imports/contract';
import { IMPORT_ENDED } from '@plumbline/core/features/imports/stages';
import { queryOptions } from '@tanstack/react-query';
import { callFirst } from '../../api/client.ts';
import { isActive, readsScans } from './pages/page-selection.ts';

export const IMPORTS = ['imports'] as const;
export type Imports = { content: PlanImport[]; more: boolean };

const POLL_MS = 1_000;
/** While the text of scans is recognised: a page takes seconds. */
const SCANS_POLL_MS = 4_000;
const IDLE_POLL_MS = 30_000;
const PAGE = 200;

export const listedImports = (projectId: string) => [...IMPORTS, projectId, 'list'] as const;

export const importsOf = (projectId: string, pages: number) =>
  queryOptions({
    queryKey: [...listedImports(projectId), pages],
    queryFn: async ({ signal }): Promise<Imports> => {
      const { content, more } = await callFirst(
        listImports,
        { params: { projectId }, query: { size: PAGE } },
        // Unfinished imports come first: all of them are shown, however many others there are.
        { signal, pages, asksForMore: ({ state }) => !IMPORT_ENDED.includes(state) },
      );
      return { content: content.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)), more };
    },
    refetchInterval: ({ state: { data } }) => {
      if (data?.content.some(isActive)) return POLL_MS;
      return data?.content.some(readsScans) ? SCANS_POLL_MS : IDLE_POLL_MS;
    },
    placeholderData: (before) => before,
  });
