// The screen of a plan by its kind: a drawing, a building model, still loading, or unavailable.

import { useDownloads, useHasTiles, useProject, useRowsBy } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../shared/data/use-sync-state.ts';
import { type PlanRoute, plansAddress } from '../../shared/navigation/addresses.ts';
import { LinkButton } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { LockIcon, PlanIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { useT } from '../../ui/translation.tsx';
import type { PlanGroup } from './plan-group.ts';
import { OpenPlan } from './view/open-plan.tsx';
import { PlanLoading } from './view/stage/no-drawing.tsx';
import './view/plan.css';

const ModelScreen = later(
  () => import('../models/model-screen.tsx').then((its) => its.ModelScreen),
  <Waiting shape="block" />,
);

export function PlanScreen({ group, ...place }: PlanRoute & { group?: PlanGroup | undefined }) {
  const { projectId, planId } = place;
  const t = useT();
  const sync = useProject(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  const revisions = useRowsBy('revision', 'planId', planId);
  const plan = plans?.find((one) => one.id === planId);
  const download = useDownloads().find((one) => one.planId === planId);
  const isHere = useHasTiles(plan?.currentRevisionId ?? '');
  const isOffline = useIsOffline();
  const older = revisions?.find((one) => one.id === download?.revisionId);
  if (sync.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('plan.gone')} role="alert" />;
  if (plan?.type === 'Plan' && plans && revisions) {
    const current = revisions.find((one) => one.id === plan.currentRevisionId);
    const usesOlder = isOffline && !isHere && older !== undefined;
    const revision = usesOlder ? older : current;
    return <OpenPlan key={planId} place={place} plan={plan} plans={plans} revision={revision} group={group} />;
  }
  if (plan?.planType === 'BimCloud' && plans)
    return <ModelScreen key={planId} place={place} plan={plan} plans={plans} />;
  if (sync.state === 'failed') return <ErrorView screen failure={shownFailure(t, sync.error)} />;
  if (sync.state === 'loading' || !plans || !revisions) return <PlanLoading />;
  return (
    <EmptyState
      screen
      icon={PlanIcon}
      title={t('plan.missing')}
      role="alert"
      action={
        <LinkButton kind="brand" href={plansAddress(projectId)}>
          {t('plan.toPlans')}
        </LinkButton>
      }
    />
  );
}
