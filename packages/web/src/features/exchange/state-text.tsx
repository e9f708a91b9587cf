// How far an import of pins is, as a sign and in words.
import type { PinImport, PinImportState } from '@plumbline/core/features/exchange/contract';
import type { Translator } from '@plumbline/locales/translate';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { ErrorIcon, type Icon, IconMark, ListIcon, RestoreIcon, StopIcon, SuccessIcon } from '../../ui/icons.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

const ICONS: Partial<Record<PinImportState, Icon>> = {
  checked: ListIcon,
  done: SuccessIcon,
  failed: ErrorIcon,
  cancelled: StopIcon,
  undone: RestoreIcon,
};

const SIGN_INKS: Partial<Record<PinImportState, 'brand' | 'success' | 'danger'>> = {
  checked: 'brand',
  done: 'success',
  failed: 'danger',
};

export function StateSign({ state }: { state: PinImportState }) {
  const icon = ICONS[state];
  return (
    <Stack as="span" gap={0} center ink={SIGN_INKS[state] ?? 3} aria-hidden="true">
      {icon ? <IconMark icon={icon} /> : <Spinner />}
    </Stack>
  );
}

/** Number of rows that have been read. */
export const rowsIn = ({ counts }: PinImport): number => counts.create + counts.present + counts.bad;

export function stateText(t: Translator, list: PinImport): string {
  const { state, counts, done } = list;
  if (state === 'undoing' || state === 'undone') return t(`pinImport.state.${state}`);
  const count = state === 'checking' ? rowsIn(list) : counts.create;
  return t(`peopleImport.state.${state}`, { count, done, bad: counts.bad });
}

export function problemText(t: Translator, problem: PinImport['problem']): string | undefined {
  if (problem === null) return undefined;
  if (problem === 'column_missing') return t('peopleImport.fileProblem.column_missing');
  return t(`dataset.problem.${problem}`);
}
