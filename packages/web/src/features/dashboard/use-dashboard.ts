// Queries for a project's figures and activity, and the links behind the numbers.
import { projectAttention, remindAssignee } from '@plumbline/core/features/dashboard/attention';
import { projectActivity, projectFigures } from '@plumbline/core/features/dashboard/contract';
import type { TaskFilter } from '@plumbline/core/features/tasks/filter';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { useCursor } from '../../local/use-rows.ts';
import { pinsAddress } from '../../shared/navigation/addresses.ts';
import { writeFilter } from '../../shared/site/pins/pin-filter-url.ts';

/** Milliseconds between refetches. Figures count all pins, so the interval is no shorter than a wall display needs. */
const POLL_INTERVAL_MS = 60_000;

/** Debounce after a change in milliseconds, so that a burst of changes causes one request. */
const REFRESH_DELAY_MS = 800;

/** Refetches the query under `key` shortly after something in the project changes. */
function useFresh(projectId: string, key: 'figures' | 'activity' | 'attention'): void {
  const cursor = useCursor(projectId);
  const queries = useQueryClient();
  const known = useRef(cursor);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = cursor;
    if (before === 0 || before === cursor) return;
    const queryKey = [key, projectId];
    const refetch = () => {
      // Let a running request finish: figures of a million pins take longer than the interval between changes. It may
      // have been answered before the change.
      const isRunning = queries.isFetching({ queryKey }) > 0;
      asking.current = isRunning ? setTimeout(refetch, REFRESH_DELAY_MS) : undefined;
      if (!isRunning) void queries.invalidateQueries({ queryKey });
    };
    asking.current ??= setTimeout(refetch, REFRESH_DELAY_MS);
  }, [cursor, queries, key, projectId]);
  useEffect(
    () => () => {
      clearTimeout(asking.current);
      asking.current = undefined;
    },
    [],
  );
}

export function useFigures(projectId: string, weeks: number) {
  useFresh(projectId, 'figures');
  return useQuery({
    queryKey: ['figures', projectId, weeks],
    queryFn: ({ signal }) => call(projectFigures, { params: { projectId }, query: { weeks } }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useAttention(projectId: string) {
  useFresh(projectId, 'attention');
  return useQuery({
    queryKey: ['attention', projectId],
    queryFn: ({ signal }) => call(projectAttention, { params: { projectId } }, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Reminds an assignee of overdue tasks. */
export const useRemind = (projectId: string) =>
  useMutation({
    mutationFn: (assigneeId: string) => call(remindAssignee, { params: { projectId }, body: { assigneeId } }),
  });

export type ActivityFilter = Pick<CallOf<typeof projectActivity>['query'], 'person' | 'group' | 'from' | 'to'>;

export function useActivity(projectId: string, filter: ActivityFilter) {
  useFresh(projectId, 'activity');
  const activity = useInfiniteQuery({
    queryKey: ['activity', projectId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        projectActivity,
        { params: { projectId }, query: { ...filter, ...(pageParam !== null && { below: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  return { ...activity, entries: activity.data?.pages.flatMap((page) => page.entries) };
}

/** Address of the pin list behind a number. */
export const pinsWith = (projectId: string, filter: PinFilter): string =>
  pinsAddress({ projectId, viewType: 'list', search: writeFilter(filter) });

/** Address of the task list behind a number; lists are encoded so that a number-like string stays a string. */
export function tasksWith(projectId: string, filter: TaskFilter): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(filter)) if (value !== undefined) query.set(field, JSON.stringify(value));
  return `/project/${projectId}/tasks?${query}`;
}
