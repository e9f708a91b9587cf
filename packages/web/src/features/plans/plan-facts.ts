// What the server knows of the plans in sight beyond their rows: pictures, sizes, what is open. Missing without a connection.
import { listPlans, type PlanEntry } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/features/plans/schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
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
  const version = `${rows.length}/${revisions}/${rows.reduce((last, row) => (row.lastActivity > last ? row.lastActivity : last), '')}`;
  const { data } = useQuery(factsOf(projectId, folderId, search, version));
  return useMemo(() => factsBy(data?.content), [data]);
}

function factsBy(entries: readonly PlanEntry[] = []) {
  const known = new Map<string, PlanEntry>(entries.map((entry) => [entry.id, entry]));
  return {
    entry: (id: string) => known.get(id),
    facts: (id: string) => {
      const entry = known.get(id);
      if (!entry) return undefined;
      const { openPins, openTasks, currentRevision } = entry;
      return { openPins, openTasks, fileSize: currentRevision?.fileSize ?? 0 };
    },
  };
}
