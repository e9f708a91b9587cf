// Looks once, after the page was opened, for what was begun at pins of the project and never finished, and has it kept.
import { useEffect } from 'react';
import { currentLocal } from '../../../local/local.ts';
import { perform } from '../../../local/use-rows.ts';
import type { Act } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';

const looked = new Set<string>();

/** `besides` is the pin at which one goes on by oneself. */
export function useLeftBehind(projectId: string, besides: string | undefined): void {
  const t = useT();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each project
  useEffect(() => {
    if (looked.has(projectId)) return;
    looked.add(projectId);
    const look = async () => {
      const some = await currentLocal()?.draftNames(`${projectId}.`);
      if (!some?.length) return;
      const { keepLeftBehind } = await import('../../media/quick/left-behind.ts');
      // What a rule refuses by now stays here, and bothers nobody again and again.
      const act: Act = (action, input) =>
        perform(projectId, action, input).then(
          () => true,
          () => false,
        );
      const count = await keepLeftBehind(projectId, besides, act);
      if (count > 0) showToast({ text: t('pin.quick.leftBehind', { count }) });
    };
    void look().catch(() => undefined);
  }, [projectId]);
}
