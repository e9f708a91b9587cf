// How far an import is, as a bar and in words.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { IMPORT_STAGES, type ImportProblem, mayGoWell, STAGE_WEIGHTS } from '@plumbline/core/features/imports/stages';
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
      if (!isModelFile(one)) return t('import.inspecting');
      return one.percent > 0 ? t('models.readingPercent', { percent: one.percent }) : t('models.reading');
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
    case 'failed': {
      const stage = t(`import.stage.${failed[0]?.stage ?? one.stage}`);
      return t(mayGoWell(one) ? 'import.failedAt' : 'import.failedForGood', { stage });
    }
  }
}

/** What to do where the reason alone does not say it. */
const ADVICE: Partial<Record<ImportProblem, 'import.advicePicture' | 'import.adviceSheets'>> = {
  image_damaged: 'import.advicePicture',
  no_pages: 'import.adviceSheets',
};

function reasonOf(t: Translator, problem: ImportProblem): string {
  const advice = ADVICE[problem];
  return [t(`import.problem.${problem}`), ...(advice ? [t(advice)] : [])].join(' ');
}

/** Why it failed and what to do: once for the file, or for each page that did. */
export function importProblems(t: Translator, one: PlanImport): string[] {
  const reasons = one.pages
    .filter((page) => page.state === 'failed' && page.problem !== null)
    .map((page) =>
      t('import.rejected', {
        name: t('import.page', { page: page.page }),
        reason: reasonOf(t, page.problem ?? 'internal'),
      }),
    );
  if (reasons.length > 0) return reasons;
  if (one.problem === null) return [];
  const reason = reasonOf(t, one.problem);
  return [one.problemLine === null ? reason : t('import.problemAtLine', { reason, line: one.problemLine })];
}
