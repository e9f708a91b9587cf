// One import row by row: which rows are imported, which are not and why, plus start, progress and corrections.

import {
  CANCELLABLE,
  IMPORT_LICENCES,
  type ImportLicence,
  OUTCOMES,
  type Outcome,
  type PeopleImport,
  type PeopleImportDetails,
  type PeopleRow,
  RUNNABLE,
} from '@plumbline/core/features/people/import/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { useState } from 'react';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import type { TableColumn } from '../../../ui/data/table/virtual-table.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ErrorIcon, type Icon, IconMark, InviteIcon, SuccessIcon, TeamIcon } from '../../../ui/icons.tsx';
import { Grid, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ImportHead, ImportRows } from './import-parts.tsx';
import { importableCount, problemText, rowsIn, StateSign, stateText } from './state-text.tsx';
import { type Scope, saveProblems, useImport, useImportRows, useMoveImport } from './use-imports.ts';

const OUTCOME_ICONS: Record<Outcome, Icon> = {
  create: InviteIcon,
  join: TeamIcon,
  present: SuccessIcon,
  bad: ErrorIcon,
};

const OUTCOME_INKS = { create: undefined, join: undefined, present: 3, bad: 'danger' } as const;

function outcomeText(t: Translator, { outcome, done }: PeopleRow, kind: PeopleImport['kind']): string {
  if (!done || outcome === 'present' || outcome === 'bad') return t(`peopleImport.outcome.${outcome}`);
  return t(`peopleImport.outcomeDone.${kind === 'contacts' ? 'contact' : outcome}`);
}

function columnsOf(t: Translator, kind: PeopleImport['kind'], phone: boolean): TableColumn<PeopleRow>[] {
  const becomes = (row: PeopleRow) => (
    <Grid as="span" align="center" shrink tight ink={OUTCOME_INKS[row.outcome]} columns="20px rest">
      <IconMark icon={OUTCOME_ICONS[row.outcome]} />
      <span>
        {outcomeText(t, row, kind)}
        {row.problem !== null && (
          <Text size="s" breaks block>
            {t(`peopleImport.problem.${row.problem}`, { value: row.value })}
          </Text>
        )}
      </span>
    </Grid>
  );
  const person = (row: PeopleRow) => (
    <Stack as="span" gap={0} shrink className="people-import-person">
      <Text cut>{row.name || row.email || t('peopleImport.row', { row: row.line })}</Text>
      {row.name !== '' && row.email !== '' && <Text cut>{row.email}</Text>}
    </Stack>
  );
  const line = {
    id: 'line',
    header: t('peopleImport.line'),
    width: '64px',
    align: 'end',
    cell: (row: PeopleRow) => row.line,
  } as const;
  const name = { id: 'name', header: t('peopleImport.name'), width: 'minmax(140px, 2fr)', cell: person };
  const outcome = { id: 'outcome', header: t('peopleImport.becomes'), width: 'minmax(140px, 3fr)', cell: becomes };
  if (phone) return [name, outcome];
  const role = (row: PeopleRow) => inOneLine([row.role && t(`role.${row.role}`), row.team]);
  return [
    line,
    name,
    { id: 'company', header: t('peopleImport.company'), cell: (row) => row.companyName },
    ...(kind === 'members' ? [{ id: 'role', header: t('peopleImport.target.role'), cell: role }] : []),
    outcome,
  ];
}

export function OneImport({ scope, importId, base }: { scope: Scope; importId: string; base: string }) {
  const t = useT();
  const list = useImport(scope, importId);
  if (list.isPending) return <Skeleton lines={8} />;
  if (!list.data) return <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />;
  return (
    <>
      <Head scope={scope} list={list.data} base={base} />
      <Rows scope={scope} list={list.data} />
    </>
  );
}

type LicenceChoiceProps = {
  list: PeopleImportDetails;
  value: ImportLicence;
  onChange: (licence: ImportLicence) => void;
};

/** The licence for all people that are created, with their number and how many licences are free. */
function LicenceChoice({ list, value, onChange }: LicenceChoiceProps) {
  const t = useT();
  const freeText = (licence: ImportLicence) => {
    const free = licence === 'none' ? null : list.freeLicences[licence];
    return free === null ? undefined : t('peopleImport.licencesFree', { count: free });
  };
  const free = value === 'none' ? null : list.freeLicences[value];
  return (
    <Select
      label={t('peopleImport.licence', { count: list.counts.create })}
      choices={IMPORT_LICENCES.map((id) => ({
        id,
        label: t(`organisation.licence.${id}`),
        detail: freeText(id),
      }))}
      value={value}
      problem={free !== null && free < list.counts.create ? t('peopleImport.licencesFree', { count: free }) : undefined}
      onChange={(id) => onChange(IMPORT_LICENCES.find((one) => one === id) ?? 'none')}
    />
  );
}

function Head({ scope, list, base }: { scope: Scope; list: PeopleImportDetails; base: string }) {
  const t = useT();
  const move = useMoveImport(scope, list.id);
  const [licence, setLicence] = useState<ImportLicence>('none');
  const requested = importableCount(list);
  const left = requested - list.done;
  const problem = problemText(t, list.problem);
  const mayRun = list.checked && RUNNABLE.includes(list.state) && left > 0;
  return (
    <ImportHead
      back={{ href: base, label: t('peopleImport.back') }}
      sign={<StateSign state={list.state} />}
      fileName={list.fileName}
      state={stateText(t, list)}
      onSaveProblems={list.counts.bad > 0 ? () => saveProblems(scope, list.id, list.fileName) : undefined}
      buttons={
        <>
          {CANCELLABLE.includes(list.state) && (
            <Button isPending={move.isPending && move.variables === 'cancel'} onPress={() => move.mutate('cancel')}>
              {t('peopleImport.cancel')}
            </Button>
          )}
          {mayRun && (
            <Button
              kind="next"
              isPending={move.isPending && move.variables !== 'cancel'}
              onPress={() => move.mutate({ run: licence })}
            >
              {list.done > 0 ? t('peopleImport.goOn') : t('peopleImport.run', { count: left })}
            </Button>
          )}
        </>
      }
    >
      {mayRun && list.kind !== 'contacts' && list.counts.create > 0 && (
        <LicenceChoice list={list} value={licence} onChange={setLicence} />
      )}
      {list.state === 'running' && (
        <ProgressBar
          label={t('peopleImport.progress')}
          value={requested === 0 ? 1 : list.done / requested}
          valueText={t('peopleImport.state.running', { done: list.done, count: requested })}
        />
      )}
      {list.state === 'checking' && <ProgressBar label={t('peopleImport.looking')} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {list.state === 'cancelled' && <Notice kind="info">{t('peopleImport.cancelled')}</Notice>}
      {list.state === 'checked' && requested === 0 && <Notice kind="info">{t('peopleImport.nothing')}</Notice>}
      {move.error && <Notice kind="error">{failureText(t, move.error)}</Notice>}
    </ImportHead>
  );
}

function Rows({ scope, list }: { scope: Scope; list: PeopleImport }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const [shown, setShown] = useState<Outcome | 'all'>(list.state === 'done' && list.counts.bad > 0 ? 'bad' : 'all');
  const version = `${list.state} ${list.done} ${rowsIn(list)}`;
  const rows = useImportRows(scope, list.id, shown === 'all' ? undefined : shown, version);
  const outcomes = OUTCOMES.filter((outcome) => list.kind === 'members' || outcome !== 'join');
  if (rowsIn(list) === 0) return null;
  return (
    <ImportRows
      outcomes={(['all', ...outcomes] as const).map((id) => ({
        id,
        label: t(`peopleImport.outcome.${id}`),
        count: id === 'all' ? rowsIn(list) : list.counts[id],
      }))}
      shown={shown}
      onShow={setShown}
      rows={rows}
      columns={columnsOf(t, list.kind, phone)}
      phoneRowHeight={76}
    />
  );
}
