// The page behind the link of a report, for anyone: what it is, its first pages, and the file. Asks for the password of
// the link.

import { openSharedReport, type SharedReportInfo } from '@plumbline/core/features/reports/sharing';
import { versionedPath } from '@plumbline/core/kernel/services';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { PageSpinner } from '../../../ui/layout/page.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PublicPage } from '../../../ui/layout/public-page.tsx';
import { useT } from '../../../ui/translation.tsx';
import './shared-report.css';

const ENDED_CODES: ReadonlySet<string> = new Set(['not_found', 'share_ended', 'invalid_input']);

export function SharedReportScreen({ token }: { token: string }) {
  const t = useT();
  const open = useMutation({
    mutationFn: (password?: string) =>
      call(openSharedReport, { params: { token }, body: password === undefined ? {} : { password } }),
  });
  const { mutate, data, error } = open;
  useEffect(() => mutate(undefined), [mutate]);
  if (data?.report) return <SharedReport token={token} report={data.report} grant={data.grant} pages={data.pages} />;
  if (error instanceof Refusal && ENDED_CODES.has(error.code))
    return (
      <PublicPage title={t('report.sharedPage.gone')}>
        <Text as="p" ink={2}>
          {t('report.sharedPage.goneText')}
        </Text>
      </PublicPage>
    );
  // Until the first answer, it is unknown whether a password is needed.
  const isFirst = open.variables === undefined;
  if (isFirst && error)
    return (
      <PublicPage title={t('report.sharedPage.gone')}>
        <Notice kind="error" actions={<Button onPress={() => mutate(undefined)}>{t('report.retry')}</Button>}>
          {failureText(t, error)}
        </Notice>
      </PublicPage>
    );
  if (isFirst && data === undefined) return <PageSpinner />;
  return <PasswordForm isPending={open.isPending} error={error} onSubmit={mutate} />;
}

type PasswordFormProps = { isPending: boolean; error: Error | null; onSubmit: (password: string) => void };

function PasswordForm({ isPending, error, onSubmit }: PasswordFormProps) {
  const t = useT();
  const [password, setPassword] = useState('');
  const isWrong = error instanceof Refusal && error.code === 'wrong_password';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') onSubmit(password);
  };
  return (
    <PublicPage title={t('report.sharedPage.password')}>
      <Stack as="form" gap={4} onSubmit={submit}>
        <Text as="p" ink={2}>
          {t('report.sharedPage.passwordText')}
        </Text>
        {error && !isWrong && <Notice kind="error">{failureText(t, error)}</Notice>}
        <PasswordField
          label={t('auth.password')}
          value={password}
          maxLength={200}
          problem={isWrong ? failureText(t, error) : undefined}
          onChange={setPassword}
          autoFocus
        />
        <Button kind="next" type="submit" isPending={isPending}>
          {t('report.sharedPage.open')}
        </Button>
      </Stack>
    </PublicPage>
  );
}

type SharedReportProps = { token: string; report: SharedReportInfo; grant: string; pages: number };

function SharedReport({ token, report, grant, pages }: SharedReportProps) {
  const t = useT();
  const address = (path: string, query: Record<string, string> = {}) => {
    const all = new URLSearchParams({ ...query, ...(grant !== '' && { grant }) }).toString();
    return versionedPath(`/api/reports/shared/${token}${path}`) + (all === '' ? '' : `?${all}`);
  };
  const by = inOneLine([report.createdByName, t.date(report.createdAt, 'long')]);
  return (
    <PublicPage title={report.title} wide>
      <Stack gap={1}>
        <Text as="p" weight="medium">
          {report.projectTitle}
        </Text>
        <Text as="p" ink={2}>
          {by}
        </Text>
        <Text as="p" size="s" ink={2}>
          {t('report.sharedPage.until', { day: t.date(report.expiresAt, 'long') })}
        </Text>
      </Stack>
      <div className="shared-report-download">
        {/* Without the attribute `download`, a link that has ended meanwhile leads to the page that says so. */}
        <a className="ui-button" data-kind="next" data-size="l" href={address('', { download: 'true' })}>
          <DownloadIcon size={18} aria-hidden="true" />
          <span>{`${t('report.download')} · ${t(`report.format.${report.format}`)}, ${t.bytes(report.size)}`}</span>
        </a>
      </div>
      {pages > 0 && (
        <Stack as="section" gap={3} pad={3} corner="m" surface="sunken" aria-label={t('report.preview')}>
          {Array.from({ length: pages }, (_, at) => at + 1).map((number) => (
            <img
              key={number}
              className="shared-report-page"
              src={address(`/pages/${number}`)}
              alt={t('report.preview.page', { number })}
            />
          ))}
        </Stack>
      )}
    </PublicPage>
  );
}
