// Companies, trades and sub-statuses already used by tasks and people of a project, as suggestions.
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { useMemo } from 'react';
import type { People } from '../../../shared/site/people.ts';
import { useCompanies } from './use-companies.ts';

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
