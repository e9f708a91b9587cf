// The reports of a project with their progress, and the available templates.
import { can } from '@plumbline/core/access/capabilities';
import { useState } from 'react';
import { useProject } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AddIcon, LockIcon, ReportIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { ActionBar } from '../../ui/layout/page.tsx';
import { Box, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { QueuedList } from './queued/queued-list.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportLine } from './report-line.tsx';
import { TemplatesList } from './templates/templates-list.tsx';
import { type ReportFilter, useReports } from './use-reports.ts';
import './reports.css';

const SavedReports = later(() => import('./saved/saved-reports.tsx').then((its) => its.SavedReports));

export function ReportsScreen({ projectId }: { projectId: string }) {
  const t = useT();
  const phone = useMedia(PHONE);
  useProject(projectId);
  const actor = useActor(projectId);
  const [tab, setTab] = useState('reports');
  const [making, setMaking] = useState(false);
  const mayCreate = actor !== undefined && can(actor.role, 'report.create');
  const mayManage = actor !== undefined && can(actor.role, 'template.manage');
  if (actor && !can(actor.role, 'report.view')) {
    return (
      <>
        <ScreenHead title={t('report.list')} />
        <EmptyState screen icon={LockIcon} title={t('report.noRight')}>
          {t('project.noRightText')}
        </EmptyState>
      </>
    );
  }
  const next = mayCreate && (
    <Button kind="next" icon={AddIcon} onPress={() => setMaking(true)}>
      {t('report.new')}
    </Button>
  );
  return (
    <Text as="div" fill anchor>
      <ScreenHead title={t('report.list')}>{!phone && next}</ScreenHead>
      <h1 className="ui-hidden">{t('report.list')}</h1>
      {phone && <ActionBar>{next}</ActionBar>}
      <Box scroll fill pad="2 edge 8" className="reports-inner">
        <Tabs
          label={t('report.list')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'reports',
              label: t('report.list'),
              content: actor && (
                <>
                  {mayCreate && <QueuedList projectId={projectId} />}
                  <ReportsList projectId={projectId} mayCreate={mayCreate} />
                </>
              ),
            },
            ...(mayCreate
              ? [
                  {
                    id: 'saved',
                    label: t('report.saved'),
                    content: <SavedReports projectId={projectId} onMade={() => setTab('reports')} />,
                  },
                ]
              : []),
            {
              id: 'templates',
              label: t('report.templates'),
              content: <TemplatesList projectId={projectId} mayCreate={mayCreate} mayManage={mayManage} />,
            },
          ]}
        />
      </Box>
      {making && (
        <ReportDialog projectId={projectId} onClose={() => setMaking(false)} onMade={() => setTab('reports')} />
      )}
    </Text>
  );
}

function ReportsList({ projectId, mayCreate }: { projectId: string; mayCreate: boolean }) {
  const t = useT();
  const [filter, setFilter] = useState<ReportFilter>({});
  const reports = useReports(projectId, filter);
  const filtered = Object.keys(filter).length > 0;
  if (reports.isPending) return <Skeleton lines={6} />;
  if (reports.isError && !reports.list)
    return <ErrorView failure={shownFailure(t, reports.error)} onRetry={() => void reports.refetch()} />;
  if (reports.list?.length === 0 && !filtered) {
    return (
      <EmptyState icon={ReportIcon} title={t('report.emptyTitle')}>
        {mayCreate ? t('report.emptyText') : undefined}
      </EmptyState>
    );
  }
  return (
    <>
      <ReportFilters filter={filter} onFilter={setFilter} />
      {reports.list?.length === 0 && (
        <EmptyState
          icon={ReportIcon}
          title={t('report.noneFound')}
          action={<Button onPress={() => setFilter({})}>{t('report.clearFilter')}</Button>}
        />
      )}
      <Stack as="ul" gap={0}>
        {reports.list?.map((report) => (
          <ReportLine key={report.id} projectId={projectId} report={report} mayCreate={mayCreate} />
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
