// Doing something to the site's rows from a screen: what is refused is said in words, nothing is thrown at the screen.
import { AppError, type ErrorCode } from '@plumbline/core/kernel/errors';
import type { Translator } from '@plumbline/locales/translate';
import { useCallback } from 'react';
import { NetworkFailure, Refusal } from '../../api/failure.ts';
import { perform } from '../../local/use-rows.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useT } from '../../ui/translation.tsx';

/** The refusal behind an error, whether an action or the server refused; undefined for anything else. */
export function refusalCode(error: unknown): ErrorCode | undefined {
  if (error instanceof AppError || error instanceof Refusal) return error.code;
  return undefined;
}

/** Why something failed, in words. */
export function refusalText(t: Translator, error: unknown): string {
  if (error instanceof NetworkFailure) return t('error.network');
  const code = refusalCode(error);
  if (code === undefined) return t('ui.errorDefaultText');
  const params = error instanceof AppError ? error.details.params : error instanceof Refusal ? error.params : undefined;
  return t(`error.${code}` as Parameters<Translator>[0], params ?? {});
}

export type Act = (action: string, input: unknown) => Promise<boolean>;

/** Runs an action by its wire name. True when it was done; when refused, the reason is shown and false comes back. */
export function useAct(projectId: string): Act {
  const t = useT();
  return useCallback(
    async (action, input) => {
      try {
        await perform(projectId, action, input);
        return true;
      } catch (error) {
        showToast({ kind: 'error', text: refusalText(t, error) });
        return false;
      }
    },
    [projectId, t],
  );
}
