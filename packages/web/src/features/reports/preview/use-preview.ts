// The preview of a report from the server; the last one is shown until the next has arrived.
import { previewReport } from '@plumbline/core/features/reports/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { PreviewContent } from './report-preview.tsx';

/** `content` as JSON, which identifies the preview. */
export function usePreview(projectId: string, content: string) {
  return useQuery({
    queryKey: ['report-preview', projectId, content],
    queryFn: ({ signal }) => {
      // Written by the caller from this type.
      const body = JSON.parse(content) as PreviewContent;
      return call(previewReport, { params: { projectId }, body }, { signal, retry: { attempts: 1 } });
    },
    placeholderData: (before) => before,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}
