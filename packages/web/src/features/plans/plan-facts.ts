// What the server knows of the plans in sight beyond their rows: pictures, sizes, what is open. Missing without a connection.
import { listPlans, type PlanEntry } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/client.ts';

const MOST = 1_000;

const factsOf = (projectId: string, folderId: string | null, search: string, version: string) =>
  queryOptions({
    queryKey: ['plans', projectId, folderId, search, version],
    queryFn: ({ signal }) =>
      call(
        listPlans,
        {
          params: { projectId },
          query: { state: 'all', size: MOST, ...(search ? { search } : folderId && { parent: folderId }) },
        },
        { signal },
      ),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  });

/** Of all plans of a project, wherever they lie. */
export function useAllPlanFacts(projectId: string) {
  const { data } = useQuery({
    queryKey: ['plans', projectId, 'whole'],
    queryFn: ({ signal }) =>
      call(listPlans, { params: { projectId }, query: { whole: 'true', size: MOST } }, { signal }),
    staleTime: 30_000,
  });
  return useMemo(() => factsBy(data?.content), [data]);
}

/** Asked anew when a plan or a revision has come since. */
export function usePlanFacts(projectId: string, folderId: string | null, search: string, rows: readonly PlanRow[]) {
  const revisions = rows.filter((row) => row.currentRevisionId !== null).length;
  const here = rows.filter((row) => row.parentId === folderId).length;
  const version = `${rows.length}/${here}/${revisions}/${rows.reduce((last, row) => (row.lastActivity > last ? row.lastActivity : last), '')}`;
  const { data } = useQuery(factsOf(projectId, folderId, search, version));
  const client = useQueryClient();
  return useMemo(() => factsBy(data?.content, (id) => heardOf(client, projectId, id)), [data, client, projectId]);
}

/** A plan that was just moved here has been told of where it lay before. */
function heardOf(client: QueryClient, projectId: string, id: string): PlanEntry | undefined {
  return client
    .getQueriesData<Awaited<ReturnType<typeof call<typeof listPlans>>>>({ queryKey: ['plans', projectId] })
    .map(([, data]) => data?.content.find((entry) => entry.id === id))
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
