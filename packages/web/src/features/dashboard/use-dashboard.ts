// Figures and story of a project as the server tells them; where their numbers lead.
import { projectActivity, projectFigures } from '@plumbline/core/features/dashboard/contract';
import type { PinFilter } from '@plumbline/core/features/pins/filter';
import type { TaskFilter } from '@plumbline/core/features/tasks/filter';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { pinsAddress } from '../../app/addresses.ts';
import { writeFilter } from '../pins/filter-words.ts';

/** Figures are counted over all pins: often enough for somebody who keeps them open on a wall. */
const ASK_AGAIN = 60_000;

export function useFigures(projectId: string, weeks: number) {
  return useQuery({
    queryKey: ['figures', projectId, weeks],
    queryFn: ({ signal }) => call(projectFigures, { params: { projectId }, query: { weeks } }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ASK_AGAIN,
  });
}

export type StoryFilter = Pick<CallOf<typeof projectActivity>['query'], 'person' | 'group' | 'from' | 'to'>;

export function useStory(projectId: string, filter: StoryFilter) {
  const story = useInfiniteQuery({
    queryKey: ['story', projectId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        projectActivity,
        { params: { projectId }, query: { ...filter, ...(pageParam !== null && { below: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  return { ...story, entries: story.data?.pages.flatMap((page) => page.entries) };
}

/** The pins behind a number. */
export const pinsWith = (projectId: string, filter: PinFilter): string =>
  pinsAddress({ projectId, viewType: 'list', search: writeFilter(filter) });

/** The tasks behind a number; lists are written so that a word that looks like a number stays one. */
export function tasksWith(projectId: string, filter: TaskFilter): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(filter)) if (value !== undefined) query.set(field, JSON.stringify(value));
  return `/project/${projectId}/tasks?${query}`;
}
