// Companies, trades and sub-statuses already used by tasks and people of a project, as suggestions.
import { listTaskCompanies } from '@plumbline/core/features/tasks/contract';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { call } from '../../../api/client.ts';
import type { People } from '../../../shared/site/people.ts';

type OfferedCompany = { name: string; craft: string };

const NONE: readonly OfferedCompany[] = [];
/** Milliseconds for which a reply is considered fresh. */
const CACHE_TTL_MS = 300_000;

/** Companies of the organisation that a task can name, searched as the user types. Empty when offline. */
function useCompanies(projectId: string, typed: string): readonly OfferedCompany[] {
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

const sorted = (words: readonly string[]): string[] => [...new Set(words)].filter(Boolean).sort();

/** `typed`: the company text, by which the organisation's companies are searched. */
export function useFieldSuggestions(
  projectId: string,
  people: People,
  tasks: readonly TaskRow[] | undefined,
  typed: string,
) {
  const companies = useCompanies(projectId, typed);
  const known = useMemo(() => {
    const everywhere = [...people.members, ...(tasks ?? [])];
    return {
      companyName: sorted(everywhere.map((one) => one.companyName)),
      craft: sorted(everywhere.map((one) => one.craft)),
      subStatus: sorted(tasks?.map((task) => task.subStatus) ?? []),
    };
  }, [people, tasks]);
  const companyName = [...new Set([...companies.map(({ name }) => name), ...known.companyName])];
  return { ...known, companyName, companies };
}
