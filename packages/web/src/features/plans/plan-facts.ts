// Server data about plans beyond their rows: previews, sizes, open counts. Unavailable offline.
import { listPlans, type PlanEntry } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAll } from '../../api/client.ts';

const PAGE = 1_000;

/** The part of the plan tree on screen; at first the active plans in the root. */
export type PlanPart = { folderId: string | null; search: string; active: boolean };

const planListQuery = (projectId: string, { folderId, search, active }: PlanPart, version: string) =>
  queryOptions({
    queryKey: ['plans', projectId, folderId, search, active, version],
    queryFn: ({ signal }) =>
      callAll(
        listPlans,
        {
          params: { projectId },
          query: {
            state: active ? 'active' : 'inactive',
            sort: 'title',
            size: PAGE,
            ...(search ? { search } : folderId && { parent: folderId }),
          },
        },
        { signal },
      ),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });

/** For all plans of a project, in any folder. */
export function useAllPlanFacts(projectId: string) {
  const { data } = useQuery({
    queryKey: ['plans', projectId, 'whole'],
    queryFn: ({ signal }) =>
      callAll(listPlans, { params: { projectId }, query: { whole: 'true', size: PAGE } }, { signal }),
    staleTime: 30_000,
  });
  return useMemo(() => factsBy(data), [data]);
}

/** Refetched when a plan or revision has been added since. */
export function usePlanFacts(projectId: string, part: PlanPart, rows: readonly PlanRow[]) {
  const revisions = rows.filter((row) => row.currentRevisionId !== null).length;
  const here = rows.filter((row) => row.parentId === part.folderId).length;
  const version = `${rows.length}/${here}/${revisions}/${rows.reduce((last, row) => (row.lastActivity > last ? row.lastActivity : last), '')}`;
  const { data } = useQuery(planListQuery(projectId, part, version));
  const client = useQueryClient();
  return useMemo(() => factsBy(data, (id) => cachedEntry(client, projectId, id)), [data, client, projectId]);
}

/** For a plan that was just moved here: its entry as loaded for the previous folder. */
function cachedEntry(client: QueryClient, projectId: string, id: string): PlanEntry | undefined {
  return client
    .getQueriesData<PlanEntry[]>({ queryKey: ['plans', projectId] })
    .map(([, data]) => data?.find((entry) => entry.id === id))
    .findLast((entry) => entry !== undefined);
}

function factsBy(entries: readonly PlanEntry[] = [], elsewhere?: (id: string) => PlanEntry | undefined) {
  const known = new Map<string, PlanEntry>(entries.map((entry) => [entry.id, entry]));
  const entryOf = (id: string) => known.get(id) ?? elsewhere?.(id);
  return {
    entry: entryOf,
    facts: (id: string) => {
      const entry = entryOf(id);
      if (!entry) return undefined;
      const { openPins, openTasks, currentRevision } = entry;
      return { openPins, openTasks, fileSize: currentRevision?.fileSize ?? 0 };
    },
  };
}
