// Companies of the organisation that a task can name, searched as the user types. Empty when offline.
import { listTaskCompanies } from '@plumbline/core/features/tasks/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { call } from '../../../api/client.ts';

export type OfferedCompany = { name: string; craft: string };

const NONE: readonly OfferedCompany[] = [];
/** Milliseconds for which a reply is considered fresh. */
const CACHE_TTL_MS = 300_000;

export function useCompanies(projectId: string, typed: string): readonly OfferedCompany[] {
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['taskCompanies', projectId, search],
    queryFn: ({ signal }) =>
      call(listTaskCompanies, { params: { projectId }, query: search === '' ? {} : { search } }, { signal }),
    staleTime: CACHE_TTL_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return data?.companies ?? NONE;
}
