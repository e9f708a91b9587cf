// How far an import is, as a bar and in words.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { IMPORT_STAGES, STAGE_WEIGHTS } from '@plumbline/core/features/imports/stages';
import type { Translator } from '@plumbline/locales/translate';
import type { ProgressStage } from '../../../ui/feedback/progress-bar.tsx';
import { isModelFile } from './file-check.ts';

export const importStages = (t: Translator): readonly ProgressStage[] =>
  IMPORT_STAGES.map((id) => ({ id, label: t(`import.stage.${id}`), weight: STAGE_WEIGHTS[id] }));

/** One sentence about where the import stands. */
export function importWords(t: Translator, one: PlanImport): string {
  const chosen = one.pages.filter((page) => page.chosen);
  const failed = chosen.filter((page) => page.state === 'failed');
  switch (one.state) {
    case 'inspecting':
      return t(isModelFile(one) ? 'models.reading' : 'import.inspecting');
    case 'choosing':
      return t('import.ready', { count: one.pages.length });
    case 'running': {
      const words = t('import.progress', { stage: t(`import.stage.${one.stage}`), percent: one.percent });
      if (chosen.length < 2) return words;
      const ready = chosen.filter((page) => page.state === 'finished').length;
      return `${words} · ${t('import.pagesDone', { done: ready, total: chosen.length })}`;
    }
    case 'aligning':
      return t('revisions.aligning', { version: one.version });
    case 'finished':
      return failed.length > 0 ? t('import.pagesFailed', { count: failed.length }) : t('import.finished');
    case 'canceled':
      return t('import.canceled');
    case 'failed':
      return t('import.failedAt', { stage: t(`import.stage.${failed[0]?.stage ?? one.stage}`) });
  }
}

/** Why it failed: once for the file, or for each page that did. */
export function importProblems(t: Translator, one: PlanImport): string[] {
  const reasons = one.pages
    .filter((page) => page.state === 'failed' && page.problem !== null)
    .map((page) =>
      t('import.rejected', {
        name: t('import.page', { page: page.page }),
        reason: t(`import.problem.${page.problem ?? 'internal'}`),
      }),
    );
  if (reasons.length > 0) return reasons;
  return one.problem === null ? [] : [t(`import.problem.${one.problem}`)];
}
