// The link of a shared report: copy it, share it through the phone, change its end and password, or revoke it. Shows
// when it was used.
import type { Report } from '@plumbline/core/features/reports/contract';
import { MAX_SHARE_DAYS, MIN_SHARE_PASSWORD } from '@plumbline/core/features/reports/sharing';
import { dayInZone, instantInZone } from '@plumbline/core/kernel/time-zone';
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { browserTimeZone } from '../../../shared/i18n/browser-time-zone.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useCopyText } from '../../../ui/actions/copy-text.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { CopyIcon, ShareIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
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
  const draft = useShareDraft(projectId, report);
  const address = report.shareToken === null ? undefined : shareAddress(report.shareToken);
  const copyText = useCopyText();
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
    <FormDialog
      isUnsaved={draft.isUnsaved}
      isComplete
      title={t('report.shareTitle')}
      detail={report.title}
      size="small"
      isOpen
      isBusy={move.isPending || draft.isPending}
      onClose={onClose}
      actionsStart={
        address !== undefined && (
          <Button kind="quiet" isDisabled={move.isPending} onPress={() => void end()}>
            {t('report.unshare')}
          </Button>
        )
      }
      actions={
        // Sent only once it has the password that was entered.
        draft.isUnsaved ? (
          <Button kind="next" isPending={draft.isPending} isDisabled={draft.isOutside} onPress={draft.save}>
            {t('report.share.save')}
          </Button>
        ) : (
          <>
            {'share' in navigator && address !== undefined && (
              <Button
                icon={ShareIcon}
                onPress={() => void navigator.share({ title: report.title, url: address }).catch(() => undefined)}
              >
                {t('report.share')}
              </Button>
            )}
            <Button
              kind="next"
              icon={CopyIcon}
              isDisabled={address === undefined}
              onPress={() => address !== undefined && void copyText(address, t('pin.linkCopied'))}
            >
              {t('report.copyLink')}
            </Button>
          </>
        )
      }
    >
      <Stack fluid gap={4}>
        {move.isError && <Notice kind="error">{failureText(t, move.error)}</Notice>}
        {address === undefined ? (
          <Skeleton lines={2} />
        ) : (
          <>
            <TextField label={t('report.link')} value={address} isReadOnly help={t('report.share.text')} />
            <ShareSettings draft={draft} isProtected={report.shareProtected} />
            <ShareLog projectId={projectId} reportId={report.id} />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}

const DAY_MS = 86_400_000;

/** Changes to the end and the password of a link that are not saved yet. */
function useShareDraft(projectId: string, report: Report) {
  const t = useT();
  const zone = browserTimeZone();
  const change = useChangeShare(projectId, report.id);
  const [day, setDay] = useState<string>();
  const [password, setPassword] = useState('');
  const [requested, setRequested] = useState(false);
  const first = dayInZone(new Date(), zone);
  const last = dayInZone(new Date(Date.now() + (MAX_SHARE_DAYS - 1) * DAY_MS), zone);
  const known = report.shareExpiresAt === null ? null : dayInZone(new Date(report.shareExpiresAt), zone);
  const isShort = password !== '' && password.length < MIN_SHARE_PASSWORD;
  const isOutside = day !== undefined && (day < first || day > last);
  const send = (body: Parameters<typeof change.mutate>[0]) =>
    change.mutate(body, {
      onSuccess: () => {
        setDay(undefined);
        setPassword('');
        setRequested(false);
        showToast({ kind: 'success', text: t('report.share.saved') });
      },
    });
  const save = () => {
    setRequested(true);
    if (isShort) return;
    send({
      ...(day !== undefined && { expiresAt: instantInZone(day, '23:59', zone).toISOString() }),
      ...(password !== '' && { password }),
    });
  };
  return {
    first,
    last,
    day: day ?? known,
    setDay: (chosen: string | null) => setDay(chosen === null || chosen === known ? undefined : chosen),
    password,
    setPassword,
    isTooShort: requested && isShort,
    isOutside,
    isUnsaved: day !== undefined || password !== '',
    isPending: change.isPending,
    error: change.error,
    save,
    removePassword: () => send({ password: null }),
  };
}

type ShareSettingsProps = { draft: ReturnType<typeof useShareDraft>; isProtected: boolean };

function ShareSettings({ draft, isProtected }: ShareSettingsProps) {
  const t = useT();
  const passwordHelp = t('report.share.passwordHelp', { min: MIN_SHARE_PASSWORD });
  return (
    <>
      {draft.error && <Notice kind="error">{failureText(t, draft.error)}</Notice>}
      <DateField
        label={t('report.share.until')}
        value={draft.day}
        min={draft.first}
        max={draft.last}
        onChange={draft.setDay}
      />
      {isProtected ? (
        <Row gap={3} wrap justify="between">
          <span>{t('report.share.protected')}</span>
          <Button size="s" isPending={draft.isPending} onPress={draft.removePassword}>
            {t('report.share.removePassword')}
          </Button>
        </Row>
      ) : (
        <PasswordField
          label={t('auth.password')}
          optional
          help={passwordHelp}
          problem={draft.isTooShort ? passwordHelp : undefined}
          value={draft.password}
          maxLength={200}
          autoComplete="new-password"
          onChange={draft.setPassword}
        />
      )}
    </>
  );
}

const SHOWN_EVENTS = 10;

function ShareLog({ projectId, reportId }: { projectId: string; reportId: string }) {
  const t = useT();
  const log = useShareLog(projectId, reportId);
  if (log.data === undefined) return <Skeleton lines={1} />;
  const { downloads, entries, deliveries } = log.data;
  return (
    <>
      {deliveries.length > 0 && (
        <Stack fluid gap={1}>
          <span className="ui-label">{t('report.share.recipients')}</span>
          <Stack as="ul" gap={1}>
            {deliveries.map(({ id, address, state, at }) => (
              <Row as="li" key={id} gap={3} justify="between" size="s" ink={2}>
                <Text ink={state === 'failed' ? 'danger' : 2} breaks>
                  {`${address}: ${t(`report.share.delivery.${state}`)}`}
                </Text>
                <span className="ui-figures">{t.dateTime(new Date(at))}</span>
              </Row>
            ))}
          </Stack>
        </Stack>
      )}
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
    </>
  );
}
