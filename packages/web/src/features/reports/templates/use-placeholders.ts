// What authors of templates need from the server: the placeholders with values of the project, and trials of a template.
import { listPlaceholders, tryTemplate } from '@plumbline/core/features/reports/placeholders';
import { regionalTag } from '@plumbline/locales/languages';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useT } from '../../../ui/translation.tsx';

export function usePlaceholders(projectId: string) {
  const { language } = useT();
  return useQuery({
    queryKey: ['placeholders', projectId, language],
    queryFn: ({ signal }) => call(listPlaceholders, { params: { projectId }, query: { language } }, { signal }),
    staleTime: 60_000,
  });
}

/** A template of the list, or a file that has been uploaded for one. */
export type Tried = { templateId: string } | { blobId: string };

/** In the language of the interface, with the dates of the reader's region. */
export function useTrialOptions(tried: Tried) {
  const { language } = useT();
  return { ...tried, language, region: regionalTag(language, navigator.languages) };
}

export function useTrial(projectId: string, tried: Tried) {
  const body = useTrialOptions(tried);
  return useQuery({
    queryKey: ['template-trial', projectId, body],
    queryFn: ({ signal }) => call(tryTemplate, { params: { projectId }, body }, { signal, retry: { attempts: 1 } }),
    retry: false,
    gcTime: 0,
  });
}
