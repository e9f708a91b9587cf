// Reports of all the user's projects, newest first; each links to the reports of its project.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { reportsAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ReportIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Box, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportLine } from './report-line.tsx';
import { type ReportFilter, useAllReports } from './use-reports.ts';
import './reports.css';

const ImportsDialog = later(() => import('../imports/imports-dialog.tsx').then((module) => module.ImportsDialog));

export function AllReportsScreen({ importStatus }: { importStatus: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Text as="div" fill anchor>
      <ScreenHead
        title={t('report.list')}
        path={[{ id: 'reports', label: t('report.list'), href: reportsAddress() }]}
      />
      <Box scroll fill pad="2 edge 8" className="reports-inner">
        <h1 className="ui-hidden">{t('report.list')}</h1>
        <AllReports />
      </Box>
      {importStatus && <ImportsDialog onClose={() => void navigate({ href: reportsAddress(), replace: true })} />}
    </Text>
  );
}

function AllReports() {
  const t = useT();
  const [filter, setFilter] = useState<ReportFilter>({});
  const reports = useAllReports(filter);
  const filtered = Object.keys(filter).length > 0;
  if (reports.isPending) return <Skeleton lines={6} />;
  if (!reports.list) {
    return <ErrorView failure={shownFailure(t, reports.error)} onRetry={() => void reports.refetch()} />;
  }
  if (reports.list.length === 0 && !filtered) {
    return (
      <EmptyState icon={ReportIcon} title={t('report.emptyTitle')}>
        {t('report.emptyEverywhere')}
      </EmptyState>
    );
  }
  return (
    <>
      <ReportFilters filter={filter} onFilter={setFilter} />
      {reports.list.length === 0 && (
        <EmptyState
          icon={ReportIcon}
          title={t('report.noneFound')}
          action={<Button onPress={() => setFilter({})}>{t('report.clearFilter')}</Button>}
        />
      )}
      <Stack as="ul" gap={0}>
        {reports.list.map((report) => (
          <ReportLine
            key={report.id}
            projectId={report.projectId}
            report={report}
            mayCreate={report.mayCreate}
            project={report.projectTitle}
          />
        ))}
      </Stack>
      {reports.hasNextPage && (
        <Button isPending={reports.isFetchingNextPage} onPress={() => void reports.fetchNextPage()}>
          {t('ui.showMore')}
        </Button>
      )}
    </>
  );
}
