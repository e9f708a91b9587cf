// How far an import of pins is, in words.
import type { PinImport } from '@plumbline/core/features/exchange/contract';
import type { Translator } from '@plumbline/locales/translate';

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
