// The next step in a project without content: its plans, or importing them while there are none.
import { useRowsBy } from '../../local/use-rows.ts';
import { LinkButton } from '../../ui/actions/button.tsx';
import { PlanIcon, UploadIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { planImportAddress, plansAddress } from '../navigation/addresses.ts';
import { useActor } from './actor.ts';
import { planStep } from './pins/plan-step.ts';

export function usePlanStep(projectId: string): ReturnType<typeof planStep> {
  const actor = useActor(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  return actor && planStep(actor.role, plans?.length);
}

export function ToPlans({ projectId }: { projectId: string }) {
  const t = useT();
  const step = usePlanStep(projectId);
  if (step === 'import') {
    return (
      <LinkButton kind="next" icon={UploadIcon} href={planImportAddress(projectId)}>
        {t('plan.import')}
      </LinkButton>
    );
  }
  if (step !== 'open') return null;
  return (
    <LinkButton kind="next" icon={PlanIcon} href={plansAddress(projectId)}>
      {t('nav.plans')}
    </LinkButton>
  );
}
