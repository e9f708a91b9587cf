// The plan and its revisions, or a placeholder while they are loading, missing or forbidden.
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import type { ReactNode } from 'react';
import { useProject, useRowsBy } from '../../../local/use-rows.ts';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { plansAddress } from '../../../shared/navigation/addresses.ts';
import { LinkButton } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { LockIcon, PlanIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PlanLoading } from '../view/stage/no-drawing.tsx';
import { useRevisions } from './use-revisions.ts';

export type WithRevisions = { plan: PlanRow; plans: readonly PlanRow[]; revisions: readonly RevisionRow[] };
type Props = { projectId: string; planId: string; children: (its: WithRevisions) => ReactNode };

export function PlanOf({ projectId, planId, children }: Props) {
  const t = useT();
  const sync = useProject(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  const revisions = useRevisions(planId);
  const plan = plans?.find((one) => one.id === planId);
  if (sync.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('plan.gone')} role="alert" />;
  if (plan?.type === 'Plan' && plans && revisions) return children({ plan, plans, revisions });
  if (sync.state === 'failed') return <ErrorView screen failure={shownFailure(t, sync.error)} />;
  if (sync.state === 'loading' || !plans || !revisions) {
    return <PlanLoading />;
  }
  return <NoPlan projectId={projectId} title={t('plan.missing')} />;
}

export function NoPlan({ projectId, title }: { projectId: string; title: string }) {
  const t = useT();
  return (
    <EmptyState
      screen
      icon={PlanIcon}
      title={title}
      role="alert"
      action={
        <LinkButton kind="brand" href={plansAddress(projectId)}>
          {t('plan.toPlans')}
        </LinkButton>
      }
    />
  );
}
