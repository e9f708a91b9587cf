// The plan that was open last on this device, one tap away.
import { Link } from 'react-aria-components';
import { useRow } from '../../../local/use-rows.ts';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import { recent } from '../../../shared/session/recent.ts';
import { useUser } from '../../../shared/session/session.tsx';
import { ChevronRightIcon, IconMark, PlanIcon } from '../../../ui/icons.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

export function LastPlan() {
  const t = useT();
  const { userId } = useUser();
  const plan = useRow('plan', recent('plans', userId)[0]);
  if (!plan?.active) return null;
  const name = [plan.sheetNumber, plan.name].filter(Boolean).join(' ');
  return (
    <Row
      as={Link}
      least={44}
      pad="0 3"
      edge
      corner="m"
      icons="quiet"
      className="work-plan ui-pressable"
      href={planAddress({ projectId: plan.projectId, planId: plan.id, viewType: 'plan' })}
    >
      <IconMark icon={PlanIcon} />
      <Text cut grow>
        {t('work.lastPlan', { plan: name })}
      </Text>
      <IconMark icon={ChevronRightIcon} />
    </Row>
  );
}
