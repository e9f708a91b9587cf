// How far a list is, as a sign and in words.
import type { ImportState, PeopleImport } from '@plumbline/core/features/people/import/contract';
import type { Translator } from '@plumbline/locales/translate';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { ErrorIcon, type Icon, IconMark, ListIcon, RestoreIcon, StopIcon, SuccessIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';

/** An import of pins can also be undone. */
export type SignState = ImportState | 'undoing' | 'undone';

const STATE_ICONS: Partial<Record<SignState, Icon>> = {
  checked: ListIcon,
  done: SuccessIcon,
  failed: ErrorIcon,
  cancelled: StopIcon,
  undone: RestoreIcon,
};

const SIGN_INKS: Partial<Record<SignState, 'brand' | 'success' | 'danger'>> = {
  checked: 'brand',
  done: 'success',
  failed: 'danger',
};

export function StateSign({ state }: { state: SignState }) {
  const icon = STATE_ICONS[state];
  return (
    <Stack as="span" gap={0} center ink={SIGN_INKS[state] ?? 3} aria-hidden="true">
      {icon ? <IconMark icon={icon} /> : <Spinner />}
    </Stack>
  );
}

/** Number of rows that have been read. */
export const rowsIn = ({ counts }: PeopleImport): number => counts.create + counts.join + counts.present + counts.bad;
/** Number of rows to be imported or already imported. */
export const importableCount = ({ counts }: PeopleImport): number => counts.create + counts.join;

export function stateText(t: Translator, list: PeopleImport): string {
  const count = list.state === 'checking' ? rowsIn(list) : importableCount(list);
  return t(`peopleImport.state.${list.state}`, { count, done: list.done, bad: list.counts.bad });
}

export function problemText(t: Translator, problem: PeopleImport['problem']): string | undefined {
  if (problem === null) return undefined;
  if (problem === 'column_missing') return t('peopleImport.fileProblem.column_missing');
  return t(`dataset.problem.${problem}`);
}
