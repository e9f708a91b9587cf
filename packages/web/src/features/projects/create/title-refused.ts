// The error message when the server refuses a project title: taken, or the outcome for the field.
import type { Translator } from '@plumbline/locales/translate';
import { Refusal } from '../../../api/failure.ts';
import { fieldProblem } from '../../../shared/data/shown-failure.ts';

export function titleRefused(t: Translator, error: unknown): string | undefined {
  if (error instanceof Refusal && error.code === 'title_taken') return t('outcome.ALREADY_IN_USE');
  return fieldProblem(t, error, 'title');
}
