// The error messages of project fields: a title that is taken or too short, and the outcomes of the other fields.
import type { FieldOutcome } from '@plumbline/core/kernel/errors';
import { MIN_TITLE_LENGTH } from '@plumbline/core/site/rows/projects';
import type { Translator } from '@plumbline/locales/translate';
import { Refusal } from '../../../api/failure.ts';
import { fieldProblem } from '../../../shared/data/shown-failure.ts';

/** The title is the only field of a project with a minimum length. */
export const outcomeText = (t: Translator, outcome: FieldOutcome): string =>
  outcome === 'TOO_SHORT' ? t('outcome.TOO_SHORT_FOR', { min: MIN_TITLE_LENGTH }) : t(`outcome.${outcome}`);

export function titleRefused(t: Translator, error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.code === 'title_taken') return t('outcome.ALREADY_IN_USE');
  return error.field('title') === 'TOO_SHORT' ? outcomeText(t, 'TOO_SHORT') : fieldProblem(t, error, 'title');
}
