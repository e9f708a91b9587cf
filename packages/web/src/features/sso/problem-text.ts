// Why a change to a provider was refused, with the reason if its metadata is invalid.
import type { Translator } from '@plumbline/locales/translate';
import { Refusal } from '../../api/failure.ts';
import { failureText } from '../../shared/data/shown-failure.ts';

export const metadataProblem = (t: Translator, reason: string): string => t('signOn.metadataProblem', { reason });

export function problemText(t: Translator, error: unknown): string {
  if (error instanceof Refusal && error.code === 'metadata_invalid') {
    return metadataProblem(t, String(error.params.reason ?? ''));
  }
  return failureText(t, error);
}
