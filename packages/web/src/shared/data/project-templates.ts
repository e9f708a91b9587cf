// Queries and mutations for the project templates of the organisation.
import {
  deleteProjectTemplate,
  listProjectTemplates,
  type ProjectTemplate,
  renameProjectTemplate,
  saveProjectTemplate,
  TEMPLATE_PARTS,
} from '@plumbline/core/features/projects/templates-contract';
import type { Translator } from '@plumbline/locales/translate';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callAll } from '../../api/client.ts';

const TEMPLATES = ['projectTemplates'] as const;

export const projectTemplates = queryOptions({
  queryKey: TEMPLATES,
  queryFn: ({ signal }) => callAll(listProjectTemplates, { query: { size: 100 } }, { signal }),
});

function useTemplateMutation<T>(mutationFn: (wanted: T) => Promise<unknown>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => cache.invalidateQueries({ queryKey: TEMPLATES }) });
}

export const useSaveTemplate = () =>
  useTemplateMutation(({ id, ...body }: { id: string; projectId: string; title: string }) =>
    call(saveProjectTemplate, { params: { templateId: id }, body }),
  );

export const useRenameTemplate = () =>
  useTemplateMutation(({ id, title }: { id: string; title: string }) =>
    call(renameProjectTemplate, { params: { templateId: id }, body: { title } }),
  );

export const useDeleteTemplate = () =>
  useTemplateMutation((id: string) => call(deleteProjectTemplate, { params: { templateId: id } }));

/** "Pin categories: 3 · Teams: 2" */
export const containedText = (t: Translator, { contains }: ProjectTemplate): string =>
  TEMPLATE_PARTS.filter((part) => contains[part] > 0)
    .map((part) => `${t(`projectTemplate.part.${part}`)}: ${t.number(contains[part])}`)
    .join(' · ');
