// Reports and templates of a project from the server; polled while a report is being created.
import {
  cancelReport,
  changeTemplate,
  createReport,
  getWeather,
  listAllReports,
  listReports,
  listTemplates,
  mailReport,
  type Report,
  removeReport,
  repeatReport,
  replaceTemplate,
  retryReport,
  shareReport,
  unshareReport,
} from '@plumbline/core/features/reports/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { call, callAll } from '../../api/client.ts';
import { useT } from '../../ui/translation.tsx';

export const REPORTS = ['reports'] as const;
const reportsKey = (projectId: string) => [...REPORTS, projectId] as const;
const templatesKey = (projectId: string) => ['templates', projectId] as const;
const POLL_INTERVAL_MS = 1_500;
const PAGE = 100;

const underWay = (report: Report): boolean => report.state === 'pending' || report.state === 'running';

/** Filters of a list of reports. */
export type ReportFilter = { state?: Report['state']; own?: true; search?: string };

export function useReports(projectId: string, filter: ReportFilter = {}) {
  const reports = useInfiniteQuery({
    queryKey: [...reportsKey(projectId), filter],
    queryFn: ({ pageParam, signal }) => {
      const { own, ...rest } = filter;
      const query = { page: pageParam, size: PAGE, ...rest, ...(own && { own: 'true' as const }) };
      return call(listReports, { params: { projectId }, query }, { signal });
    },
    // The previous list is shown until the filtered one has loaded.
    placeholderData: (before) => before,
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.content.some(underWay)) ? POLL_INTERVAL_MS : false,
  });
  // The rows are rendered in short pieces.
  const data = useDeferredValue(reports.data);
  const list = data?.pages.flatMap((page) => page.content);
  return { ...reports, isPending: list === undefined && !reports.isError, list };
}

/** Reports of all the user's projects. */
export function useAllReports({ own, ...filter }: ReportFilter) {
  const reports = useInfiniteQuery({
    queryKey: [...REPORTS, 'all', filter, own],
    queryFn: ({ pageParam, signal }) => {
      const query = { page: pageParam, size: PAGE, ...filter, ...(own && { own: 'true' as const }) };
      return call(listAllReports, { query }, { signal });
    },
    placeholderData: (before) => before,
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.content.some(underWay)) ? POLL_INTERVAL_MS : false,
  });
  // The rows are rendered in short pieces.
  const data = useDeferredValue(reports.data);
  const list = data?.pages.flatMap((page) => page.content);
  return { ...reports, isPending: list === undefined && !reports.isError, list };
}

/** Templates in the interface language, and the formats this server can generate. */
export function useTemplates(projectId: string, inactive = false) {
  const { language } = useT();
  return useQuery({
    queryKey: [...templatesKey(projectId), language, inactive],
    queryFn: async ({ signal }) => {
      const query = { size: 1_000, language, ...(inactive && { inactive: 'true' as const }) };
      const first = await call(listTemplates, { params: { projectId }, query }, { signal });
      if (first.totalPages <= 1) return first;
      return { ...first, content: await callAll(listTemplates, { params: { projectId }, query }, { signal }) };
    },
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
}

/** Refetches the list of templates, e.g. after one was added. */
export function useForgetTemplates(projectId: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: templatesKey(projectId) });
}

/** The weather at the site on a day, in the language of the report, where a weather service is available. */
export function useWeather(projectId: string, day: string | null, language: string) {
  return useQuery({
    queryKey: ['weather', projectId, day, language],
    enabled: day !== null,
    retry: false,
    staleTime: 600_000,
    queryFn: ({ signal }) =>
      call(
        getWeather,
        { params: { projectId }, query: { day: day ?? '', language } },
        { signal, retry: { attempts: 1 } },
      ),
  });
}

export function useChangeTemplate(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ templateId, ...body }: { templateId: string; title?: string; active?: boolean }) =>
      call(changeTemplate, { params: { projectId, templateId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: templatesKey(projectId) }),
  });
}

export function useReplaceTemplate(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ templateId, ...body }: { templateId: string; blobId: string; otherType: boolean }) =>
      call(replaceTemplate, { params: { projectId, templateId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: templatesKey(projectId) }),
  });
}

export function useMailReport(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ reportId, ...body }: { reportId: string; to: string[]; text: string; language: string }) =>
      call(mailReport, { params: { projectId, reportId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: reportsKey(projectId) }),
  });
}

export function useRepeatReport(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (reportId: string) =>
      call(repeatReport, { params: { projectId, reportId }, body: { id: crypto.randomUUID() } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: REPORTS }),
  });
}

export function useRemoveReport(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (reportId: string) => call(removeReport, { params: { projectId, reportId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: REPORTS }),
  });
}

const MOVES = { cancel: cancelReport, retry: retryReport, share: shareReport, unshare: unshareReport } as const;
export type ReportMove = keyof typeof MOVES;

export function useMoveReport(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ reportId, move }: { reportId: string; move: ReportMove }) =>
      call(MOVES[move], { params: { projectId, reportId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: REPORTS }),
  });
}

export function useCreateReport(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Parameters<typeof call<typeof createReport>>[1]['body']) =>
      call(createReport, { params: { projectId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: reportsKey(projectId) }),
  });
}

/** The URL at which anyone can see and download a shared report. */
export function shareAddress(token: string): string {
  return new URL(`/shared/${token}`, location.origin).href;
}

/** The file name of a report. */
export function fileNameOf(report: Pick<Report, 'title' | 'format'>): string {
  return `${report.title.replaceAll(/[\\/:*?"<>|]+/gu, ' ').trim() || 'report'}.${report.format}`;
}
