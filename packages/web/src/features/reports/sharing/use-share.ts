// The link of a report: changing it, and the log of its use.
import { changeReportShare, reportShareLog } from '@plumbline/core/features/reports/sharing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { REPORTS } from '../use-reports.ts';

export function useChangeShare(projectId: string, reportId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { expiresAt?: string; password?: string | null }) =>
      call(changeReportShare, { params: { projectId, reportId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: REPORTS }),
  });
}

export const useShareLog = (projectId: string, reportId: string) =>
  useQuery({
    queryKey: ['report-share-log', projectId, reportId],
    queryFn: ({ signal }) => call(reportShareLog, { params: { projectId, reportId } }, { signal }),
    // Others use the link meanwhile.
    staleTime: 0,
  });
