// Runs actions from a screen. A refusal is shown to the user and never thrown.
import type { ActionInput, ActionName } from '@plumbline/core/sync/registry';
import { useCallback } from 'react';
import { perform } from '../../local/use-rows.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useT } from '../../ui/translation.tsx';
import { failureText } from '../data/shown-failure.ts';

export type Act = <Name extends ActionName>(action: Name, input: ActionInput<Name>) => Promise<boolean>;

/** Runs an action by its API name. Resolves with false, after showing the reason, when a rule refuses it. */
export function useAct(projectId: string): Act {
  const t = useT();
  return useCallback(
    async (action, input) => {
      try {
        await perform(projectId, action, input);
        return true;
      } catch (error) {
        showToast({ kind: 'error', text: failureText(t, error) });
        return false;
      }
    },
    [projectId, t],
  );
}
