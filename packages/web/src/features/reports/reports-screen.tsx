// The reports of a project with how far each is, and the templates they are made from.
import { can } from '@plumbline/core/access/capabilities';
import type { Report } from '@plumbline/core/features/reports/contract';
import { useState } from 'react';
import { ScreenHead } from '../../app/shell/screen-head.tsx';
import { failureText, shownFailure } from '../../app/shown-failure.ts';
import { useProject } from '../../local/use-rows.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/actions/menu.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import {
  AddIcon,
  CloseIcon,
  DownloadIcon,
  LinkIcon,
  LockIcon,
  MentionIcon,
  MoreIcon,
  ReportIcon,
  RetryIcon,
  ShareIcon,
} from '../../ui/icons.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { useActor } from '../pins/actor.ts';
import { MailDialog } from './mail-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportState } from './report-state.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { TemplatesList } from './templates-list.tsx';
import { fileNameOf, type ReportFilter, saveFile, useMoveReport, useReports } from './use-reports.ts';
import '../pins/hand-next.css';
import './reports.css';

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
        <EmptyState icon={LockIcon} title={t('report.noRight')}>
          {t('report.noRightText')}
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
    <div className="reports-screen">
      <ScreenHead title={t('report.list')}>{!phone && next}</ScreenHead>
      <h1 className="ui-hidden">{t('report.list')}</h1>
      {phone && <div className="hand-next">{next}</div>}
      <div className="reports-inner">
        <Tabs
          label={t('report.list')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'reports',
              label: t('report.list'),
              content: actor && <ReportsList projectId={projectId} mayCreate={mayCreate} />,
            },
            {
              id: 'templates',
              label: t('report.templates'),
              content: <TemplatesList projectId={projectId} mayManage={mayManage} />,
            },
          ]}
        />
      </div>
      {making && (
        <ReportDialog projectId={projectId} onClose={() => setMaking(false)} onMade={() => setTab('reports')} />
      )}
    </div>
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
      <ul className="report-list">
        {reports.list?.map((report) => (
          <ReportLine key={report.id} projectId={projectId} report={report} mayCreate={mayCreate} />
        ))}
      </ul>
      {reports.hasNextPage && (
        <Button isPending={reports.isFetchingNextPage} onPress={() => void reports.fetchNextPage()}>
          {t('pin.history.more')}
        </Button>
      )}
    </>
  );
}

function ReportLine({ projectId, report, mayCreate }: { projectId: string; report: Report; mayCreate: boolean }) {
  const t = useT();
  const move = useMoveReport(projectId);
  const [sharing, setSharing] = useState(false);
  const [mailing, setMailing] = useState(false);
  const [fetching, setFetching] = useState(false);
  const own = report.own && mayCreate;

  const change = (name: 'cancel' | 'retry') =>
    move.mutate(
      { reportId: report.id, move: name },
      { onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }) },
    );
  const share = () => {
    setSharing(true);
    if (report.shareToken === null) move.mutate({ reportId: report.id, move: 'share' });
  };
  const download = async () => {
    setFetching(true);
    await saveFile(`/api/reports/projects/${projectId}/reports/${report.id}/file`, fileNameOf(report)).catch(
      (error: unknown) => showToast({ kind: 'error', text: failureText(t, error) }),
    );
    setFetching(false);
  };
  const done = report.state === 'done';
  const under = report.state === 'pending' || report.state === 'running';
  const entries: MenuEntry[] = [
    ...(own && done
      ? [
          { id: 'share', label: t('report.share'), icon: ShareIcon, onAction: share },
          { id: 'mail', label: t('report.mail.title'), icon: MentionIcon, onAction: () => setMailing(true) },
        ]
      : []),
    ...(own && under
      ? [{ id: 'cancel', label: t('report.cancel'), icon: CloseIcon, onAction: () => change('cancel') }]
      : []),
  ];
  const when = t.relative(new Date(report.createdAt), new Date());
  return (
    <li className="report">
      <div className="report-words">
        <p className="report-title">
          {report.number !== null && (
            <span className="report-number ui-figures">
              <span aria-hidden>#{report.number}</span>
              <span className="ui-hidden">{t('report.number', { number: report.number })}</span>
            </span>
          )}
          {report.title}
        </p>
        <p className="report-detail">
          <span>{report.templateTitle}</span>
          <span>{t(`report.format.${report.format}`)}</span>
          <span className="ui-figures">{t('report.pinsChosen', { count: report.pinCount })}</span>
          <span title={t.dateTime(new Date(report.createdAt))}>
            {t('report.by', { name: report.createdByName, when })}
          </span>
          {report.shareToken !== null && <Tag icon={LinkIcon}>{t('report.isShared')}</Tag>}
        </p>
        {report.problem !== null && report.state === 'failed' && (
          <p className="report-problem">{t(`report.problem.${report.problem}`)}</p>
        )}
      </div>
      <ReportState report={report} />
      <div className="report-buttons">
        {done && (
          <Button icon={DownloadIcon} isPending={fetching} onPress={() => void download()}>
            {t('report.download')}
          </Button>
        )}
        {own && (report.state === 'failed' || report.state === 'canceled') && (
          <Button icon={RetryIcon} isPending={move.isPending} onPress={() => change('retry')}>
            {t('report.retry')}
          </Button>
        )}
        {entries.length > 0 && (
          <Menu
            label={t('report.more', { name: report.title })}
            placement="bottom end"
            trigger={<IconButton icon={MoreIcon} label={t('report.more', { name: report.title })} />}
            groups={[{ id: 'do', entries }]}
          />
        )}
      </div>
      {mailing && <MailDialog projectId={projectId} report={report} onClose={() => setMailing(false)} />}
      {sharing && <ShareDialog report={report} move={move} onClose={() => setSharing(false)} />}
    </li>
  );
}
