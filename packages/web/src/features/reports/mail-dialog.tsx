// Emails the link of a report to one or several people.
import type { Report } from '@plumbline/core/features/reports/contract';
import { DEFAULT_SHARE_DAYS } from '@plumbline/core/features/reports/sharing';
import { useState } from 'react';
import { failureText } from '../../shared/data/shown-failure.ts';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { useMailReport } from './use-reports.ts';
import './reports.css';

const MAX_RECIPIENTS = 20;
const DAY_MS = 86_400_000;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

type MailDialogProps = { projectId: string; report: Report; onClose: () => void };

export function MailDialog({ projectId, report, onClose }: MailDialogProps) {
  const t = useT();
  const mail = useMailReport(projectId);
  const [to, setTo] = useState('');
  const [text, setText] = useState('');
  const [requested, setRequested] = useState(false);
  // A report without a link gets one when the email is sent.
  const [newEnd] = useState(() => new Date(Date.now() + DEFAULT_SHARE_DAYS * DAY_MS));
  const addresses = to.split(/[\s,;]+/u).filter(Boolean);
  const bad = addresses.find((address) => !ADDRESS.test(address));
  const problem = !requested
    ? undefined
    : addresses.length === 0
      ? t('report.mail.needAddress')
      : bad !== undefined
        ? t('report.mail.badAddress', { address: bad })
        : addresses.length > MAX_RECIPIENTS
          ? t('report.mail.tooMany')
          : undefined;
  const send = () => {
    setRequested(true);
    if (addresses.length === 0 || bad !== undefined || addresses.length > MAX_RECIPIENTS) return;
    mail.mutate(
      { reportId: report.id, to: addresses, text: text.trim(), language: t.language },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('report.mail.sent', { count: addresses.length }) });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('report.mail.title')}
      detail={report.title}
      size="small"
      isOpen
      isBusy={mail.isPending}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={mail.isPending} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={mail.isPending} onPress={send}>
            {t('report.mail.send')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {mail.isError && <Notice kind="error">{failureText(t, mail.error)}</Notice>}
        <TextField
          label={t('report.mail.to')}
          help={t('report.mail.toHelp')}
          type="email"
          value={to}
          maxLength={2_000}
          problem={problem}
          onChange={setTo}
          autoFocus
        />
        <TextArea
          label={t('report.mail.message')}
          optional
          rows={4}
          value={text}
          maxLength={2_000}
          onChange={setText}
        />
        <p className="ui-help">
          {t('report.shared', { day: t.date(report.shareExpiresAt ?? newEnd, 'long') })}
          {report.shareProtected && ` ${t('report.share.protected')}`}
        </p>
      </Stack>
    </FormDialog>
  );
}
