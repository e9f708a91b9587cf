// One report in a list: progress, contents and actions.
import { can } from '@plumbline/core/access/capabilities';
import type { Report } from '@plumbline/core/features/reports/contract';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { saveFile } from '../../api/save-file.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { reportsAddress } from '../../shared/navigation/addresses.ts';
import { useActor } from '../../shared/site/actor.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/actions/menu.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import {
  CloseIcon,
  DeleteIcon,
  DownloadIcon,
  ErrorIcon,
  type Icon,
  IconMark,
  LinkIcon,
  MentionIcon,
  MoreIcon,
  RepeatIcon,
  RetryIcon,
  ShareIcon,
  SuccessIcon,
  TimeIcon,
} from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { ShareDialog } from './sharing/share-dialog.tsx';
import { fileNameOf, useMoveReport, useRemoveReport, useRepeatReport } from './use-reports.ts';
import './reports.css';

const ICONS: Partial<Record<Report['state'], Icon>> = {
  pending: TimeIcon,
  done: SuccessIcon,
  failed: ErrorIcon,
  canceled: CloseIcon,
};

const INKS: Partial<Record<Report['state'], 'success' | 'danger'>> = { done: 'success', failed: 'danger' };

/** Waiting, in progress, done, failed with the reason, or cancelled. */
function ReportState({ report }: { report: Report }) {
  const t = useT();
  if (report.state === 'running') {
    return (
      <Stack as="span" gap={1} size="s" ink={2}>
        <ProgressBar
          label={t('report.state.running', { percent: report.percent })}
          value={report.percent / 100}
          hideLabel
        />
        <span className="ui-figures">{t('report.state.running', { percent: report.percent })}</span>
      </Stack>
    );
  }
  const icon = ICONS[report.state];
  return (
    <Row as="span" inline gap={1.5} ink={INKS[report.state] ?? 2} weight="medium">
      {icon && <IconMark icon={icon} />}
      {t(`report.state.${report.state}`)}
    </Row>
  );
}

type ReportLineProps = {
  projectId: string;
  report: Report;
  mayCreate: boolean;
  /** The title of its project, in lists across projects. */
  project?: string | undefined;
};

export function ReportLine({ projectId, report, mayCreate, project }: ReportLineProps) {
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
  const repeat = useRepeatReport(projectId);
  const remove = useRemoveReport(projectId);
  const [removing, setRemoving] = useState(false);
  const actor = useActor(projectId);
  const mayRemove = own || (mayCreate && actor !== undefined && can(actor.role, 'template.manage'));
  const again = () =>
    repeat.mutate(report.id, {
      onSuccess: () => showToast({ kind: 'success', text: t('report.made') }),
      onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
    });
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
    ...(mayCreate && !under ? [{ id: 'again', label: t('report.again'), icon: RepeatIcon, onAction: again }] : []),
    ...(mayRemove
      ? [{ id: 'delete', label: t('report.delete'), icon: DeleteIcon, onAction: () => setRemoving(true) }]
      : []),
  ];
  const when = t.relative(new Date(report.createdAt), new Date());
  return (
    <Grid as="li" gap="2 4" align="center" pad="3 0" line="below" className="report">
      <div className="report-words">
        <Text as="p" weight="medium" breaks>
          {report.number !== null && (
            <span className="report-number ui-figures">
              <span aria-hidden>#{report.number}</span>
              <span className="ui-hidden">{t('report.number', { number: report.number })}</span>
            </span>
          )}
          {report.title}
        </Text>
        <Row as="p" gap="0 3" wrap size="s" ink={2} touch>
          {project !== undefined && (
            <Text as={Link} ink="brand" breaks href={reportsAddress(projectId)}>
              {project}
            </Text>
          )}
          <span>{report.templateTitle}</span>
          <span>{t(`report.format.${report.format}`)}</span>
          <span className="ui-figures">{t('report.pinsChosen', { count: report.pinCount })}</span>
          <span title={t.dateTime(new Date(report.createdAt))}>
            {t('report.by', { name: report.createdByName, when })}
          </span>
          {report.shareToken !== null && <Tag icon={LinkIcon}>{t('report.isShared')}</Tag>}
        </Row>
        {report.problem !== null && report.state === 'failed' && (
          <Text as="p" size="s" ink="danger">
            {t(`report.problem.${report.problem}`)}
          </Text>
        )}
      </div>
      <ReportState report={report} />
      <Row gap={1} align="stretch" justify="end">
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
      </Row>
      {removing && (
        <ConfirmDialog
          title={t('project.deleteQuestion', { name: report.title })}
          confirm={t('report.delete')}
          danger
          isOpen
          isBusy={remove.isPending}
          onCancel={() => setRemoving(false)}
          onConfirm={() =>
            remove.mutate(report.id, {
              onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
            })
          }
        >
          {t('report.deleteText')}
        </ConfirmDialog>
      )}
      {mailing && <MailDialog projectId={projectId} report={report} onClose={() => setMailing(false)} />}
      {sharing && <ShareDialog projectId={projectId} report={report} move={move} onClose={() => setSharing(false)} />}
    </Grid>
  );
}
