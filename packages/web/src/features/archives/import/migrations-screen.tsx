// Archives imported as projects: choose one, follow it, and see the ones before.
import type { Migration } from '@plumbline/core/features/archives/import';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useUser } from '../../../shared/session/session.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { ErrorIcon, IconMark, ListIcon, LockIcon, SuccessIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Card, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MigrationDetails } from './migration-details.tsx';
import { stateText } from './state-text.ts';
import { isRunning, useMigrations, useSendArchive } from './use-migrations.ts';
import './migrations.css';

const BASE = '/migrations';

export function MigrationsScreen({ migrationId }: { migrationId: string | undefined }) {
  const t = useT();
  const mayCreate = useUser().permissions.includes('project.create');
  return (
    <Stack column gap={4} flat fill scroll pad="4 inset" className="migrations">
      <ScreenHead title={t('migration.title')} path={[{ id: 'migrations', label: t('migration.title'), href: BASE }]} />
      <h1 className="ui-hidden">{t('migration.title')}</h1>
      {!mayCreate ? (
        <EmptyState screen icon={LockIcon} title={t('project.notAllowedNew')}>
          {t('project.emptyInvited')}
        </EmptyState>
      ) : migrationId === undefined ? (
        <Migrations />
      ) : (
        <MigrationDetails key={migrationId} migrationId={migrationId} base={BASE} />
      )}
    </Stack>
  );
}

function Migrations() {
  const t = useT();
  const list = useMigrations();
  if (list.isPending) return <Skeleton lines={6} />;
  if (!list.data) return <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />;
  const { migrations } = list.data;
  return (
    <>
      <ChooseArchive />
      {migrations.length > 0 && (
        <Card as="ul" gap={0} edge clip line="between" fixed>
          {migrations.map((one) => (
            <Line key={one.id} migration={one} />
          ))}
        </Card>
      )}
    </>
  );
}

function Sign({ migration }: { migration: Migration }) {
  if (isRunning(migration)) return <Spinner />;
  const kind = migration.problem !== null ? 'failed' : migration.state === 'done' ? 'done' : 'open';
  return (
    <Row
      as="span"
      ink={{ failed: 'danger', done: 'success', open: undefined }[kind] as 'danger' | 'success' | undefined}
    >
      <IconMark icon={{ failed: ErrorIcon, done: SuccessIcon, open: ListIcon }[kind]} />
    </Row>
  );
}

function Line({ migration }: { migration: Migration }) {
  const t = useT();
  return (
    <li>
      <Row as="a" href={`${BASE}/${migration.id}`} gap={3} pad={3} className="ui-pressable">
        <Sign migration={migration} />
        <Stack as="span" gap={0} shrink grow>
          <Text weight="medium" breaks>
            {migration.fileName}
          </Text>
          <Text size="s" ink={3}>
            {stateText(t, migration)}
          </Text>
        </Stack>
        <Text size="s" ink={3} nowrap>
          {t.relative(new Date(migration.createdAt), new Date())}
        </Text>
      </Row>
    </li>
  );
}

function ChooseArchive() {
  const t = useT();
  const go = useNavigate();
  const send = useSendArchive();
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const [tooLarge, setTooLarge] = useState<File>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const limit = UPLOAD_LIMITS.archive;
    setTooLarge(file.size > limit ? file : undefined);
    if (file.size > limit) return;
    stop.current = new AbortController();
    setShare(0);
    send.mutate(
      { file, signal: stop.current.signal, onProgress: setShare },
      { onSuccess: (id) => void go({ href: `${BASE}/${id}` }) },
    );
  };
  const error = stop.current?.signal.aborted ? null : send.error;
  return (
    <Card gap={3} pad={5} edge>
      <Text as="p">{t('migration.text')}</Text>
      <Text as="p" size="s" ink={3}>
        {t('migration.tables')}
      </Text>
      {send.isPending ? (
        <Row gap={4} className="migration-sending">
          <ProgressBar label={t('peopleImport.sending')} value={share} />
          <Button onPress={() => stop.current?.abort()}>{t('ui.cancel')}</Button>
        </Row>
      ) : (
        <Row>
          <FileTrigger acceptedFileTypes={['.zip', 'application/zip']} onSelect={(files) => choose(files?.[0])}>
            <Button kind="next" icon={UploadIcon}>
              {t('migration.choose')}
            </Button>
          </FileTrigger>
        </Row>
      )}
      {error && <Notice kind="error">{failureText(t, error)}</Notice>}
      {tooLarge && (
        <Notice kind="error">
          {t('peopleImport.tooLarge', {
            ...{ name: tooLarge.name, size: t.bytes(tooLarge.size), limit: t.bytes(UPLOAD_LIMITS.archive) },
          })}
        </Notice>
      )}
    </Card>
  );
}
