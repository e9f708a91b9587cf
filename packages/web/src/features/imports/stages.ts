// Import progress, as a bar and as text.
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { PLAN_TYPES, typeNames } from '@plumbline/core/features/imports/file-types';
import {
  IMPORT_STAGES,
  type ImportProblem,
  type ImportStage,
  isWorthRetrying,
  STAGE_WEIGHTS,
} from '@plumbline/core/features/imports/stages';
import type { Translator } from '@plumbline/locales/translate';
import type { ProgressStage } from '../../ui/feedback/progress-bar.tsx';
import { isModelFile } from './upload/file-check.ts';

type Named = Pick<PlanImport, 'name'>;

/** Only a PDF shows "PDF conversion". */
const stageName = (t: Translator, { name }: Named, stage: ImportStage): string =>
  t(stage === 'pdfConversion' && !/\.pdf$/iu.test(name) ? 'import.stage.conversion' : `import.stage.${stage}`);

export const importStages = (t: Translator, one: Named): readonly ProgressStage[] =>
  IMPORT_STAGES.map((id) => ({ id, label: stageName(t, one, id), weight: STAGE_WEIGHTS[id] }));

/** The number of items to choose from: pages of drawings and storeys of models. */
export function choiceWords(t: Translator, imports: readonly (Named & { pages: readonly unknown[] })[]): string {
  const count = (model: boolean) =>
    imports.reduce((sum, one) => sum + (isModelFile(one) === model ? one.pages.length : 0), 0);
  const [pages, storeys] = [count(false), count(true)];
  return [
    ...(pages > 0 || storeys === 0 ? [t('import.ready', { count: pages })] : []),
    ...(storeys > 0 ? [t('import.storeysToChoose', { count: storeys })] : []),
  ].join(' · ');
}

/** A page is named by its number, a storey by its name. */
export const pageName = (t: Translator, one: Named, page: Pick<ImportPage, 'page' | 'title'>): string =>
  isModelFile(one) && page.title !== '' ? page.title : t('import.page', { page: page.page });

/** One sentence describing the state of the import. */
export function importWords(t: Translator, one: PlanImport): string {
  const chosen = one.pages.filter((page) => page.chosen);
  const failed = chosen.filter((page) => page.state === 'failed');
  const ready = chosen.filter((page) => page.state === 'finished').length;
  const done = isModelFile(one) ? 'import.storeysDone' : 'import.pagesDone';
  const readyWords = t(done, { done: ready, total: chosen.length });
  switch (one.state) {
    case 'inspecting':
      if (!isModelFile(one)) return t('import.inspecting');
      return one.percent > 0 ? t('models.readingPercent', { percent: one.percent }) : t('models.reading');
    case 'choosing':
      return choiceWords(t, [one]);
    case 'running': {
      const words = t('import.progress', { stage: stageName(t, one, one.stage), percent: one.percent });
      if (chosen.length < 2) return words;
      return `${words} · ${readyWords}`;
    }
    case 'aligning':
      return t('revisions.status.aligning');
    case 'finished':
      return failed.length > 0 ? t('import.pagesFailed', { count: failed.length }) : t('import.finished');
    case 'canceled':
      return t('import.canceled');
    case 'failed': {
      // The reasons of the failed pages follow.
      if (ready > 0) return readyWords;
      // An import begins with the uploaded file: what fails before any page is reading that file.
      const unread = failed.length === 0 && one.stage === 'uploadingOriginal';
      const stage = unread ? t('import.stage.reading') : stageName(t, one, failed[0]?.stage ?? one.stage);
      return t(isWorthRetrying(one) ? 'import.failedAt' : 'import.failedForGood', { stage });
    }
  }
}

/** What is wrong with the file, and what to do. */
const reasonOf = (t: Translator, problem: ImportProblem): string =>
  t(`import.problem.${problem}`, { types: typeNames(PLAN_TYPES) });

/** What these say of a page is to be said of the whole of a model. */
const TOO_MUCH: readonly ImportProblem[] = ['timeout', 'memory_limit'];

/** Why the import failed and what to do: once for the file, or once per failed page. */
export function importProblems(t: Translator, one: PlanImport): string[] {
  const reasons = one.pages
    .filter((page) => page.state === 'failed' && page.problem !== null)
    .map((page) =>
      t('import.rejected', {
        name: pageName(t, one, page),
        reason: reasonOf(t, page.problem ?? 'internal'),
      }),
    );
  if (reasons.length > 0) return reasons;
  if (one.problem === null) return [];
  const reason = reasonOf(t, isModelFile(one) && TOO_MUCH.includes(one.problem) ? 'model_too_large' : one.problem);
  return [one.problemLine === null ? reason : t('import.problemAtLine', { reason, line: one.problemLine })];
}

/** Warnings for pages with missing fonts, each with what to do; the plan was imported anyway. */
export function importWarnings(t: Translator, one: PlanImport): string[] {
  const pages = one.pages.filter((page) => page.chosen && page.typefacesLeftOut.length > 0);
  return pages.map((page) => {
    const reason = typefacesWords(t, page.typefacesLeftOut);
    return one.pages.length === 1 ? reason : t('import.rejected', { name: pageName(t, one, page), reason });
  });
}

export const typefacesWords = (t: Translator, names: readonly string[]): string =>
  t('import.typefacesLeftOut', { names: names.join(', ') });
