// After the page is loaded, looks once for unfinished drafts on pins of the project and saves them.
import { useEffect } from 'react';
import { currentLocal } from '../../../local/local.ts';
import { perform } from '../../../local/use-rows.ts';
import type { Act } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';

const checked = new Set<string>();

/** `besides` is the pin whose draft the user is continuing; it is skipped. */
export function useDraftRecovery(projectId: string, besides: string | undefined): void {
  const t = useT();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per project
  useEffect(() => {
    if (checked.has(projectId)) return;
    checked.add(projectId);
    const check = async () => {
      const some = await currentLocal()?.draftNames(`${projectId}.`);
      if (!some?.length) return;
      const { recoverDrafts } = await import('../../media/quick/recover-drafts.ts');
      // Drafts that are refused by now stay on this device without a repeated notice.
      const act: Act = (action, input) =>
        perform(projectId, action, input).then(
          () => true,
          () => false,
        );
      const count = await recoverDrafts(projectId, besides, act);
      if (count > 0) showToast({ text: t('pin.quick.leftBehind', { count }) });
    };
    void check().catch(() => undefined);
  }, [projectId]);
}
