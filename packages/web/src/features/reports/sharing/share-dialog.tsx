// The link of a shared report: copy it, share it through the phone, change its end and password, or revoke it. Shows
// when it was used.
import type { Report } from '@plumbline/core/features/reports/contract';
import { MAX_SHARE_DAYS, MIN_SHARE_PASSWORD } from '@plumbline/core/features/reports/sharing';
import { dayInZone, instantInZone } from '@plumbline/core/kernel/time-zone';
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { browserTimeZone } from '../../../shared/i18n/browser-time-zone.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { CopyIcon, ShareIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { shareAddress, type useMoveReport } from '../use-reports.ts';
import { useChangeShare, useShareLog } from './use-share.ts';
import '../reports.css';

type ShareDialogProps = {
  projectId: string;
  report: Report;
  move: ReturnType<typeof useMoveReport>;
  onClose: () => void;
};

export function ShareDialog({ projectId, report, move, onClose }: ShareDialogProps) {
  const t = useT();
  const address = report.shareToken === null ? undefined : shareAddress(report.shareToken);
  const copy = async () => {
    if (address === undefined) return;
    await navigator.clipboard.writeText(address);
    showToast({ kind: 'success', text: t('report.copied') });
  };
  const end = async () => {
    await move.mutateAsync({ reportId: report.id, move: 'unshare' }).then(
      () => {
        showToast({ text: t('report.ended') });
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <Dialog
      title={t('report.shareTitle')}
      detail={report.title}
      size="small"
      isOpen
      isBusy={move.isPending}
      onClose={onClose}
      actionsStart={
        address !== undefined && (
          <Button kind="quiet" isDisabled={move.isPending} onPress={() => void end()}>
            {t('report.unshare')}
          </Button>
        )
      }
      actions={
        <>
          {'share' in navigator && address !== undefined && (
            <Button
              icon={ShareIcon}
              onPress={() => void navigator.share({ title: report.title, url: address }).catch(() => undefined)}
            >
              {t('report.share')}
            </Button>
          )}
          <Button kind="next" icon={CopyIcon} isDisabled={address === undefined} onPress={() => void copy()}>
            {t('report.copyLink')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {move.isError && <Notice kind="error">{failureText(t, move.error)}</Notice>}
        {address === undefined || report.shareExpiresAt === null ? (
          <Skeleton lines={2} />
        ) : (
          <>
            <TextField label={t('report.link')} value={address} isReadOnly help={t('report.share.text')} />
            <ShareSettings projectId={projectId} report={report} expiresAt={report.shareExpiresAt} />
            <ShareLog projectId={projectId} reportId={report.id} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

function ShareSettings({ projectId, report, expiresAt }: { projectId: string; report: Report; expiresAt: string }) {
  const t = useT();
  const zone = browserTimeZone();
  const change = useChangeShare(projectId, report.id);
  const known = dayInZone(new Date(expiresAt), zone);
  const [day, setDay] = useState(known);
  const [password, setPassword] = useState('');
  const isShort = password !== '' && password.length < MIN_SHARE_PASSWORD;
  const isChanged = day !== known || password !== '';
  const today = dayInZone(new Date(), zone);
  const last = dayInZone(new Date(Date.now() + (MAX_SHARE_DAYS - 1) * DAY_MS), zone);
  const save = (body: Parameters<typeof change.mutate>[0]) =>
    change.mutate(body, {
      onSuccess: () => {
        setPassword('');
        showToast({ kind: 'success', text: t('report.share.saved') });
      },
    });
  const submit = () => {
    const end = instantInZone(day, '23:59', zone).toISOString();
    save({ ...(day !== known && { expiresAt: end }), ...(password !== '' && { password }) });
  };
  return (
    <>
      {change.isError && <Notice kind="error">{failureText(t, change.error)}</Notice>}
      <DateField
        label={t('report.share.until')}
        value={day}
        min={today}
        max={last}
        onChange={(chosen) => setDay(chosen ?? known)}
      />
      {report.shareProtected ? (
        <Row gap={3} wrap justify="between">
          <span>{t('report.share.protected')}</span>
          <Button size="s" isPending={change.isPending} onPress={() => save({ password: null })}>
            {t('report.share.removePassword')}
          </Button>
        </Row>
      ) : (
        <PasswordField
          label={t('auth.password')}
          optional
          help={t('report.share.passwordHelp', { min: MIN_SHARE_PASSWORD })}
          problem={isShort ? t('report.share.passwordHelp', { min: MIN_SHARE_PASSWORD }) : undefined}
          value={password}
          maxLength={200}
          autoComplete="new-password"
          onChange={setPassword}
        />
      )}
      {isChanged && (
        <div>
          <Button isPending={change.isPending} isDisabled={isShort || day < today || day > last} onPress={submit}>
            {t('report.share.save')}
          </Button>
        </div>
      )}
    </>
  );
}

const SHOWN_EVENTS = 10;

function ShareLog({ projectId, reportId }: { projectId: string; reportId: string }) {
  const t = useT();
  const log = useShareLog(projectId, reportId);
  if (log.data === undefined) return <Skeleton lines={1} />;
  const { downloads, entries } = log.data;
  return (
    <Stack fluid gap={1}>
      <span className="ui-label">{t('report.share.log', { count: downloads })}</span>
      {entries.length === 0 ? (
        <Text as="p" size="s" ink={2}>
          {t('report.share.noLog')}
        </Text>
      ) : (
        <Stack as="ul" gap={1}>
          {entries.slice(0, SHOWN_EVENTS).map(({ at, event }) => (
            <Row as="li" key={`${at}${event}`} gap={3} justify="between" size="s" ink={2}>
              <span>{t(`report.share.event.${event}`)}</span>
              <span className="ui-figures">{t.dateTime(new Date(at))}</span>
            </Row>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
