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
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { type TableColumn, VirtualTable } from '../../ui/data/virtual-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { BackIcon, DownloadIcon, ErrorIcon, IconMark, PinIcon, SuccessIcon } from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { problemText, rowsIn, StateSign, stateText } from './state-text.tsx';
import {
  type ShownOutcome,
  saveProblems,
  useMovePinImport,
  usePinImport,
  usePinImportRows,
} from './use-pin-imports.ts';

const OUTCOME_ICONS = { create: PinIcon, present: SuccessIcon, bad: ErrorIcon } as const;

function columnsOf(t: Translator, phone: boolean): TableColumn<PinImportRow>[] {
  const becomes = ({ outcome, done, notes }: PinImportRow) => (
    <Grid as="span" align="center" shrink tight className="people-import-outcome" data-outcome={outcome}>
      <IconMark icon={OUTCOME_ICONS[outcome]} />
      <span>
        {t(done ? 'peopleImport.outcomeDone.contact' : `peopleImport.outcome.${outcome}`)}
        {notes.length > 0 && (
          <Text size="s" breaks className="people-import-notes">
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
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const { state, counts, done } = list;
  const left = counts.create - done;
  const problem = problemText(t, list.problem);
  const save = async () => {
    setSaving(true);
    await saveProblems(projectId, list.id, list.fileName).catch((error: unknown) =>
      showToast({ kind: 'error', text: failureText(t, error) }),
    );
    setSaving(false);
  };
  return (
    <Grid as="header" columns="rest" rowGap={2} gap={4} align="center" className="people-import-head">
      <Row href={pinImportAddress(projectId)} as="a" inline gap={1} size="s" ink={2} className="people-import-back">
        <IconMark icon={BackIcon} />
        {t('migration.back')}
      </Row>
      <Grid gap={3} align="center" className="people-import-title">
        <StateSign state={state} />
        <div>
          <Text as="h2" size="xl" weight="strong" breaks>
            {list.fileName}
          </Text>
          <p aria-live="polite">{stateText(t, list)}</p>
        </div>
      </Grid>
      <Row align="stretch" justify="end" wrap className="people-import-buttons">
        {counts.bad > 0 && (
          <Button icon={DownloadIcon} isPending={saving} onPress={() => void save()}>
            {t('peopleImport.saveProblems')}
          </Button>
        )}
        {UNDOABLE.includes(state) && done > 0 && <Button onPress={() => setAsking(true)}>{t('migration.undo')}</Button>}
        {CANCELLABLE.includes(state) && (
          <Button isPending={move.isPending && move.variables === 'cancel'} onPress={() => move.mutate('cancel')}>
            {t('peopleImport.cancel')}
          </Button>
        )}
        {list.checked && RUNNABLE.includes(state) && left > 0 && (
          <Button kind="next" isPending={move.isPending && move.variables === 'run'} onPress={() => move.mutate('run')}>
            {done > 0 ? t('peopleImport.goOn') : t('pinImport.run', { count: left })}
          </Button>
        )}
      </Row>
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
    </Grid>
  );
}

function Rows({ projectId, list }: { projectId: string; list: PinImport }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const { counts } = list;
  const [shown, setShown] = useState<ShownOutcome | 'all'>('all');
  const version = `${list.state} ${list.done} ${rowsIn(list)}`;
  const rows = usePinImportRows(projectId, list.id, shown === 'all' ? undefined : shown, version);
  const named = (id: ShownOutcome | 'all', label: string, count: number) => ({
    ...{ id, label: `${label} · ${t.number(count)}` },
  });
  const choices = [
    named('all', t('peopleImport.outcome.all'), rowsIn(list)),
    named('create', t('peopleImport.outcome.create'), counts.create),
    named('warning', t('pinImport.outcome.warning'), counts.warnings),
    named('present', t('peopleImport.outcome.present'), counts.present),
    named('bad', t('peopleImport.outcome.bad'), counts.bad),
  ];
  if (rowsIn(list) === 0) return null;
  return (
    <Stack as="section" gap={3} grow rows="head" className="people-import-rows" aria-label={t('peopleImport.rows')}>
      {phone ? (
        <Select
          label={t('peopleImport.becomes')}
          hideLabel
          choices={choices}
          value={shown}
          onChange={(id) => setShown(choices.find((choice) => choice.id === id)?.id ?? 'all')}
        />
      ) : (
        <SegmentedControl label={t('peopleImport.becomes')} segments={choices} value={shown} onChange={setShown} />
      )}
      <VirtualTable
        label={t('peopleImport.rows')}
        rows={rows.list}
        columns={columnsOf(t, phone)}
        idOf={(row) => String(row.line)}
        rowHeight={phone ? 112 : 56}
        loading={rows.isPending ? 'first' : rows.isFetchingNextPage ? 'more' : undefined}
        total={rows.total}
        onEnd={() => {
          if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
        }}
        empty={<EmptyState title={t('peopleImport.none')} />}
      />
    </Stack>
  );
}
