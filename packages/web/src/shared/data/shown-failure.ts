// How anything that was thrown is shown to the user: no network, a refusal in words, or an error with its details.
import { AppError } from '@plumbline/core/kernel/errors';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { NetworkFailure, Refusal } from '../../api/failure.ts';
import type { ShownFailure } from '../../ui/feedback/error-view.tsx';
import { isMissingPart } from '../../ui/missing-module.ts';

/** Whether the request was refused because its session has ended. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'invalid_token' || error.code === 'session_ended');

/** The single sentence for a failure, e.g. for a toast. */
export function failureText(t: Translator, error: unknown): string {
  if (error instanceof NetworkFailure) return t('error.network');
  // Actions on this device refuse in the same way as the server.
  if (error instanceof AppError) return t(`error.${error.code}`, error.details.params ?? {});
  if (!(error instanceof Refusal)) return t('ui.errorDefaultText');
  // Nobody is sent to the sign-in page: a dialog over the screen asks.
  if (isSessionOver(error)) return t('error.session_ended');
  if (error.isUnknown && error.description) return error.description;
  if (error.code === 'rate_limited' && error.retryAfter !== undefined)
    return t('error.rate_limited_until', { when: t.fromNow(error.retryAfter) });
  const key = `error.${error.code}`;
  const text = t.has(key) ? t(key as TextKey, error.params) : error.description || t('ui.errorDefault');
  // The request's id, by which the operator finds the error in the log.
  return error.incident === undefined ? text : `${text} (${error.incident})`;
}

/** The message for the outcome code of one field; undefined where it was not refused. */
export function fieldProblem(t: Translator, error: unknown, path: string): string | undefined {
  const outcome = error instanceof Refusal ? error.field(path) : undefined;
  if (outcome === undefined) return undefined;
  if (error instanceof Refusal && outcome === 'TOO_SHORT' && error.params.min !== undefined) {
    return t('outcome.TOO_SHORT_FOR', { min: error.params.min });
  }
  const key = `outcome.${outcome}`;
  return t.has(key) ? t(key as TextKey) : t('outcome.NOT_VALID');
}

export function shownFailure(t: Translator, error: unknown): ShownFailure {
  if (error instanceof NetworkFailure) return { kind: 'network' };
  if (isMissingPart(error)) return { kind: 'part' };
  if (error instanceof Refusal) return { kind: 'response', description: failureText(t, error) };
  if (error instanceof Error) return { kind: 'other', name: error.name, message: error.message };
  return { kind: 'other', name: 'Error', message: String(error) };
}
