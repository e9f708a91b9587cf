import type { Migration } from '@plumbline/core/features/archives/import';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';

export const stateText = (t: Translator, { state, done, total }: Migration): string =>
  t(`migration.state.${state}`, { done, total });

/** Why an import failed, and what to do; undefined if it did not, or if its user stopped it. */
export function problemText(t: Translator, { problem, detail }: Migration): string | undefined {
  if (problem === null || problem === 'cancelled') return undefined;
  if (problem !== 'refused') return t(`migration.problem.${problem}`, { detail });
  const [code = '', limit = ''] = detail.split(' ');
  const key = `error.${code}`;
  return t.has(key) ? t(key as TextKey, { limit }) : t('error.internal');
}
