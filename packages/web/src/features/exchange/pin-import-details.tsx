// One import of pins row by row: what each row becomes, what is wrong with it, plus start, progress and the way back.
import {
  CANCELLABLE,
  type PinImport,
  type PinImportRow,
  RUNNABLE,
  UNDOABLE,
} from '@plumbline/core/features/exchange/contract';
import type { Translator } from '@plumbline/locales/translate';
import { useState } from 'react';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { pinImportAddress } from '../../shared/navigation/addresses.ts';
import { Button } from '../../ui/actions/button.tsx';
import type { TableColumn } from '../../ui/data/table/virtual-table.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorIcon, IconMark, PinIcon, SuccessIcon } from '../../ui/icons.tsx';
import { Grid, Stack, Text } from '../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { ImportHead, ImportRows } from '../people/import/import-parts.tsx';
import { StateSign } from '../people/import/state-text.tsx';
import { problemText, rowsIn, stateText } from './state-text.tsx';
import {
  type ShownOutcome,
  saveProblems,
  useMovePinImport,
  usePinImport,
  usePinImportRows,
} from './use-pin-imports.ts';

const OUTCOME_ICONS = { create: PinIcon, present: SuccessIcon, bad: ErrorIcon } as const;

const OUTCOME_INKS = { create: undefined, present: 3, bad: 'danger' } as const;

function columnsOf(t: Translator, phone: boolean): TableColumn<PinImportRow>[] {
  const becomes = ({ outcome, done, notes }: PinImportRow) => (
    <Grid as="span" align="center" shrink tight ink={OUTCOME_INKS[outcome]} columns="20px rest">
      <IconMark icon={OUTCOME_ICONS[outcome]} />
      <span>
        {t(done ? 'peopleImport.outcomeDone.contact' : `peopleImport.outcome.${outcome}`)}
        {notes.length > 0 && (
          <Text size="s" clamp>
            {notes
              .map(({ problem, column, value }) =>
                [column, t(`pinImport.problem.${problem}`, { value })].filter(Boolean).join(': '),
              )
              .join(' · ')}
          </Text>
        )}
      </span>
    </Grid>
  );
  const title = (row: PinImportRow) => (
    <Stack as="span" gap={0} shrink className="people-import-person">
      <Text cut>{row.title || t('peopleImport.row', { row: row.line })}</Text>
      {phone && row.plan !== '' && <Text cut>{row.plan}</Text>}
    </Stack>
  );
  const pin = { id: 'title', header: t('pin.title'), width: 'minmax(140px, 2fr)', cell: title };
  const outcome = { id: 'outcome', header: t('peopleImport.becomes'), width: 'minmax(140px, 3fr)', cell: becomes };
  if (phone) {
    const both = (row: PinImportRow) => (
      <Stack as="span" gap={0} shrink>
        {title(row)}
        {becomes(row)}
      </Stack>
    );
    return [{ id: 'title', header: t('pin.title'), width: 'minmax(0, 1fr)', cell: both }];
  }
  return [
    { id: 'line', header: t('peopleImport.line'), width: '64px', align: 'end', cell: ({ line }) => line },
    pin,
    { id: 'plan', header: t('pin.plan'), cell: ({ plan }) => plan },
    { id: 'assignee', header: t('task.assignee'), cell: ({ assignee }) => assignee },
    outcome,
  ];
}

export function PinImportDetails({ projectId, importId }: { projectId: string; importId: string }) {
  const t = useT();
  const one = usePinImport(projectId, importId);
  if (one.isPending) return <Skeleton lines={8} />;
  if (!one.data) return <ErrorView failure={shownFailure(t, one.error)} onRetry={() => void one.refetch()} />;
  return (
    <>
      <Head projectId={projectId} list={one.data} />
      <Rows projectId={projectId} list={one.data} />
    </>
  );
}

function Head({ projectId, list }: { projectId: string; list: PinImport }) {
  const t = useT();
  const move = useMovePinImport(projectId, list.id);
  const [asking, setAsking] = useState(false);
  const { state, counts, done } = list;
  const left = counts.create - done;
  const problem = problemText(t, list.problem);
  return (
    <ImportHead
      back={{ href: pinImportAddress(projectId), label: t('migration.back') }}
      sign={<StateSign state={state} />}
      fileName={list.fileName}
      state={stateText(t, list)}
      onSaveProblems={counts.bad > 0 ? () => saveProblems(projectId, list.id, list.fileName) : undefined}
      buttons={
        <>
          {UNDOABLE.includes(state) && done > 0 && (
            <Button onPress={() => setAsking(true)}>{t('migration.undo')}</Button>
          )}
          {CANCELLABLE.includes(state) && (
            <Button isPending={move.isPending && move.variables === 'cancel'} onPress={() => move.mutate('cancel')}>
              {t('peopleImport.cancel')}
            </Button>
          )}
          {list.checked && RUNNABLE.includes(state) && left > 0 && (
            <Button
              kind="next"
              isPending={move.isPending && move.variables === 'run'}
              onPress={() => move.mutate('run')}
            >
              {done > 0 ? t('peopleImport.goOn') : t('pinImport.run', { count: left })}
            </Button>
          )}
        </>
      }
    >
      {state === 'running' && (
        <ProgressBar
          label={t('pinImport.progress')}
          value={counts.create === 0 ? 1 : done / counts.create}
          valueText={stateText(t, list)}
        />
      )}
      {(state === 'checking' || state === 'undoing') && <ProgressBar label={stateText(t, list)} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {(state === 'cancelled' || (state === 'failed' && list.checked)) && (
        <Notice kind="info">{t('pinImport.cancelled')}</Notice>
      )}
      {state === 'checked' && counts.create === 0 && <Notice kind="info">{t('pinImport.nothing')}</Notice>}
      {move.error && <Notice kind="error">{failureText(t, move.error)}</Notice>}
      <ConfirmDialog
        title={t('migration.undo')}
        confirm={t('migration.undo')}
        danger
        isOpen={asking}
        isBusy={move.isPending}
        onConfirm={() => move.mutate('undo', { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        {t('pinImport.undoText')}
      </ConfirmDialog>
    </ImportHead>
  );
}

function Rows({ projectId, list }: { projectId: string; list: PinImport }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const { counts } = list;
  const [shown, setShown] = useState<ShownOutcome | 'all'>('all');
  const version = `${list.state} ${list.done} ${rowsIn(list)}`;
  const rows = usePinImportRows(projectId, list.id, shown === 'all' ? undefined : shown, version);
  if (rowsIn(list) === 0) return null;
  return (
    <ImportRows
      outcomes={[
        { id: 'all', label: t('peopleImport.outcome.all'), count: rowsIn(list) },
        { id: 'create', label: t('peopleImport.outcome.create'), count: counts.create },
        { id: 'warning', label: t('pinImport.outcome.warning'), count: counts.warnings },
        { id: 'present', label: t('peopleImport.outcome.present'), count: counts.present },
        { id: 'bad', label: t('peopleImport.outcome.bad'), count: counts.bad },
      ]}
      shown={shown}
      onShow={setShown}
      rows={rows}
      columns={columnsOf(t, phone)}
      phoneRowHeight={112}
    />
  );
}
