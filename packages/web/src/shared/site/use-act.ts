// Doing something to the site's rows from a screen: what is refused is said in words, nothing is thrown at the screen.
import { useCallback } from 'react';
import { perform } from '../../local/use-rows.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useT } from '../../ui/translation.tsx';
import { failureText } from '../data/shown-failure.ts';

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
        showToast({ kind: 'error', text: failureText(t, error) });
        return false;
      }
    },
    [projectId, t],
  );
}
