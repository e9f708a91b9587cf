// The first pages of a report while its content and options are chosen. Follows changes after a short pause.
import { previewReport } from '@plumbline/core/features/reports/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useT } from '../../../ui/translation.tsx';
import './report-preview.css';

export type PreviewContent = RequestOf<typeof previewReport>['body'];

const PAUSE_MS = 500;

/** `value` once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The last preview is shown until the next has arrived. `content` as JSON, which identifies the preview. */
function usePreview(projectId: string, content: string) {
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

export const WaitingPage = () => (
  <div className="report-preview-page">
    <Skeleton lines={12} />
  </div>
);

/** In place of a preview without content yet, so that the form beside it stays where it is. */
export const PreviewSpace = ({ isWaiting }: { isWaiting: boolean }) => (
  <div className="report-preview report-preview-space" aria-hidden>
    {isWaiting ? <WaitingPage /> : <div className="report-preview-page" />}
  </div>
);

export function ReportPreview({ projectId, content }: { projectId: string; content: PreviewContent }) {
  const t = useT();
  const wanted = JSON.stringify(content);
  const settled = useSettled(wanted);
  const { data, error, isPlaceholderData, isFetching } = usePreview(projectId, settled);
  const isOld = wanted !== settled || isPlaceholderData || (isFetching && data !== undefined);
  return (
    <section className="report-preview" aria-label={t('report.preview')} aria-busy={isOld || data === undefined}>
      {error ? (
        <Notice kind="error">{failureText(t, error)}</Notice>
      ) : data === undefined ? (
        <WaitingPage />
      ) : data.problem !== null ? (
        <Notice kind={data.problem === 'converter_absent' ? 'info' : 'warning'}>
          {t(data.problem === 'converter_absent' ? 'report.preview.converter' : `report.problem.${data.problem}`)}
        </Notice>
      ) : (
        data.pages
          .map((address, at) => ({ address, number: at + 1 }))
          .map(({ address, number }) => (
            <img
              key={number}
              className="report-preview-page"
              data-old={isOld || undefined}
              src={address}
              alt={t('report.preview.page', { number })}
            />
          ))
      )}
    </section>
  );
}
