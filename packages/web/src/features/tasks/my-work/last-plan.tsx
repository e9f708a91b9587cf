// The plan that was open last on this device, one tap away.
import { inOneLine } from '@plumbline/locales/one-line';
import { Link } from 'react-aria-components';
import { useIsStoreClosed, useRowsBy } from '../../../local/use-rows.ts';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import { recent } from '../../../shared/session/recent.ts';
import { useUser } from '../../../shared/session/session.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ChevronRightIcon, IconMark, PlanIcon } from '../../../ui/icons.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

const HEIGHT_PX = 44;

export function LastPlan() {
  const t = useT();
  const { userId } = useUser();
  const [id] = recent('plans', userId);
  const plans = useRowsBy('plan', 'id', id);
  const isClosed = useIsStoreClosed();
  // What is below it does not move when it has been read.
  if (id !== undefined && plans === undefined && !isClosed) return <Skeleton shape="block" height={`${HEIGHT_PX}px`} />;
  const plan = plans?.[0];
  if (!plan?.active) return null;
  const name = inOneLine([plan.sheetNumber, plan.name], ' ');
  return (
    <Row
      as={Link}
      least={HEIGHT_PX}
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
