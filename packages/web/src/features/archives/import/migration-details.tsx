// One import: what was found in the archive, what becomes of it, progress, and the way back.
import { type MigrationDetails as Details, isRemovable } from '@plumbline/core/features/archives/import';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { BackIcon, IconMark } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MappingForm } from './mapping-form.tsx';
import { problemText, stateText } from './state-text.ts';
import { useMigration, useMoveMigration } from './use-migrations.ts';

export function MigrationDetails({ migrationId, base }: { migrationId: string; base: string }) {
  const t = useT();
  const one = useMigration(migrationId);
  if (one.isPending) return <Skeleton lines={8} />;
  if (!one.data) return <ErrorView failure={shownFailure(t, one.error)} onRetry={() => void one.refetch()} />;
  return (
    <>
      <Row href={base} as="a" inline gap={1} size="s" ink={2}>
        <IconMark icon={BackIcon} />
        {t('migration.back')}
      </Row>
      <One details={one.data} base={base} />
    </>
  );
}

/** Nothing has been written yet: the mapping can still be changed. */
const isOpen = ({ state, projectId }: Details): boolean =>
  state === 'extracted' || state === 'ready' || (state === 'migration_failed' && projectId === null);

/** The other problems are in the archive itself, which will not change. */
const canResume = ({ state, projectId, problem }: Details): boolean =>
  state === 'migration_failed' && projectId !== null && ['refused', 'cancelled', 'internal'].includes(problem ?? '');

function One({ details, base }: { details: Details; base: string }) {
  const t = useT();
  const go = useNavigate();
  const move = useMoveMigration(details.id);
  const [asking, setAsking] = useState(false);
  const { state, projectId, done, total, detail } = details;
  const problem = problemText(t, details);
  const remove = () => move.mutate({ kind: 'remove' }, { onSuccess: () => void go({ href: base }) });
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <Text as="h2" size="xl" weight="strong" breaks>
          {details.fileName}
        </Text>
        <p aria-live="polite">{stateText(t, details)}</p>
      </Stack>
      {state === 'extracting' && <ProgressBar label={stateText(t, details)} />}
      {state === 'migrating' && (
        <ProgressBar
          label={t('migration.run')}
          value={total === 0 ? 0 : Math.min(1, done / total)}
          valueText={stateText(t, details)}
        />
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {state === 'done' && detail !== '' && (
        <Notice kind="warning">{t('migration.skipped', { count: Number(detail) })}</Notice>
      )}
      {isOpen(details) ? (
        <MappingForm
          details={details}
          isPending={move.isPending}
          error={move.error}
          onImport={(mapping) => move.mutate({ kind: 'import', mapping })}
        />
      ) : (
        move.error && <Notice kind="error">{failureText(t, move.error)}</Notice>
      )}
      <Row gap={3} wrap line="above" pad="4 0">
        {state === 'done' && projectId !== null && (
          <LinkButton kind="next" href={`/project/${projectId}`}>
            {t('migration.open')}
          </LinkButton>
        )}
        {canResume(details) && (
          <Button kind="next" isPending={move.isPending} onPress={() => move.mutate({ kind: 'resume' })}>
            {t('peopleImport.goOn')}
          </Button>
        )}
        {state !== 'migrating' && projectId !== null && (
          <Button onPress={() => setAsking(true)}>{t('migration.undo')}</Button>
        )}
        {state === 'migrating' && (
          <Button isPending={move.isPending} onPress={() => move.mutate({ kind: 'cancel' })}>
            {t('peopleImport.cancel')}
          </Button>
        )}
        {isRemovable(details) && (
          <Button kind="quiet" onPress={remove}>
            {t('migration.remove')}
          </Button>
        )}
      </Row>
      <ConfirmDialog
        title={t('migration.undo')}
        confirm={t('migration.undo')}
        danger
        isOpen={asking}
        isBusy={move.isPending}
        onConfirm={() => move.mutate({ kind: 'undo' }, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        {t('migration.undoText')}
      </ConfirmDialog>
    </Stack>
  );
}
