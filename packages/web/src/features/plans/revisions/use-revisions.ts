// The revisions of a plan: rows from the local database, previews and downloads from the server when online.

import { listRevisions, type RevisionEntry } from '@plumbline/core/features/plans/contract';
import { isDiscarded } from '@plumbline/core/features/plans/revision-rules';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAll } from '../../../api/client.ts';
import { useRowsBy } from '../../../local/use-rows.ts';

/** File links expire after minutes. */
const REFRESH_MS = 4 * 60_000;

/** Newest first, without those whose import was cancelled; undefined until loaded. */
export function useRevisions(planId: string): readonly RevisionRow[] | undefined {
  const rows = useRowsBy('revision', 'planId', planId);
  return useMemo(
    () =>
      rows
        ?.filter((row) => !isDiscarded(row))
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id)),
    [rows],
  );
}

/**
 * Links to previews and originals by revision, empty until they arrive; refetched when a revision is added. Undefined
 * while the server does not give them.
 */
export function useRevisionFiles(projectId: string, planId: string, count: number) {
  const { data, isError } = useQuery({
    queryKey: ['revisions', projectId, planId, count],
    queryFn: ({ signal }) =>
      callAll(listRevisions, { params: { projectId, planId }, query: { size: 200 } }, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });
  const files = useMemo(() => new Map<string, RevisionEntry>((data ?? []).map((one) => [one.id, one])), [data]);
  return isError && !data ? undefined : files;
}
