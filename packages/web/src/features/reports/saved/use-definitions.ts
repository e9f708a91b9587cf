// The saved reports of a project, from the server.
import {
  changeReportDefinition,
  createReportDefinition,
  type DefinitionContent,
  listReportDefinitions,
  type ReportDefinition,
  removeReportDefinition,
  runReportDefinition,
} from '@plumbline/core/features/reports/definitions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callAll } from '../../../api/client.ts';
import { REPORTS } from '../use-reports.ts';

const definitionsKey = (projectId: string) => ['report-definitions', projectId] as const;

export function useDefinitions(projectId: string) {
  return useQuery({
    queryKey: definitionsKey(projectId),
    queryFn: ({ signal }) =>
      callAll(listReportDefinitions, { params: { projectId }, query: { size: 1_000 } }, { signal }),
  });
}

/** Saves a new one, or the content of an existing one. */
export function useSaveDefinition(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, content }: { id: string | undefined; content: DefinitionContent }) =>
      id === undefined
        ? call(createReportDefinition, { params: { projectId }, body: { id: crypto.randomUUID(), ...content } })
        : call(changeReportDefinition, { params: { projectId, definitionId: id }, body: content }),
    onSuccess: () => cache.invalidateQueries({ queryKey: definitionsKey(projectId) }),
  });
}

export function useRunDefinition(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ReportDefinition) =>
      call(runReportDefinition, {
        params: { projectId, definitionId: id },
        body: { reportId: crypto.randomUUID() },
      }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: definitionsKey(projectId) });
      return cache.invalidateQueries({ queryKey: REPORTS });
    },
  });
}

export function useRemoveDefinition(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ReportDefinition) => call(removeReportDefinition, { params: { projectId, definitionId: id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: definitionsKey(projectId) }),
  });
}
