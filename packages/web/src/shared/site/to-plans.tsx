// The next step in a project without content: its plans, or importing them while there are none.
import { can } from '@plumbline/core/access/capabilities';
import { useRowsBy } from '../../local/use-rows.ts';
import { LinkButton } from '../../ui/actions/button.tsx';
import { PlanIcon, UploadIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { planImportAddress, plansAddress } from '../navigation/addresses.ts';
import { useActor } from './actor.ts';

/** The project has no plan, and the reader can import one. */
export function useLacksPlan(projectId: string): boolean {
  const actor = useActor(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  return plans?.length === 0 && actor !== undefined && can(actor.role, 'plan.manage');
}

export function ToPlans({ projectId }: { projectId: string }) {
  const t = useT();
  return useLacksPlan(projectId) ? (
    <LinkButton kind="next" icon={UploadIcon} href={planImportAddress(projectId)}>
      {t('plan.import')}
    </LinkButton>
  ) : (
    <LinkButton kind="next" icon={PlanIcon} href={plansAddress(projectId)}>
      {t('nav.plans')}
    </LinkButton>
  );
}
