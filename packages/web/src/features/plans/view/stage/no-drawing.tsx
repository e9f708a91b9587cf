// Placeholders for a plan's drawing: it is being processed or loaded, does not exist, or failed to load.
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { NetworkFailure } from '../../../../api/failure.ts';
import { shownFailure } from '../../../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../../../shared/data/use-sync-state.ts';
import { importRevisionAddress } from '../../../../shared/navigation/addresses.ts';
import { LinkButton } from '../../../../ui/actions/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../../ui/feedback/error-view.tsx';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import { PlanIcon } from '../../../../ui/icons.tsx';
import { later } from '../../../../ui/later.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';

const OfferDownload = later(
  () => import('../../offline/offer-download.tsx').then((its) => its.OfferDownload),
  <PlanLoading />,
);
const MapWaiting = later(() => import('../../../maps/map-waiting.tsx').then((its) => its.MapWaiting), <PlanLoading />);

export type NoDrawingProps = {
  plan: PlanRow;
  revision: RevisionRow | undefined;
  /** The error of requesting the tiles. */
  error: unknown;
  mayManage: boolean;
  onRetry: () => void;
};

export function NoDrawing({ plan, revision, error, mayManage, onRetry }: NoDrawingProps) {
  const t = useT();
  const isOffline = useIsOffline();
  // The device learns only some time later that the server cannot be reached.
  if (revision && (isOffline || error instanceof NetworkFailure)) {
    return <OfferDownload plan={plan} revision={revision} onRetry={onRetry} />;
  }
  if (revision) return error ? <ErrorView failure={shownFailure(t, error)} onRetry={onRetry} /> : <PlanLoading />;
  if (plan.planType === 'Map') {
    return <MapWaiting projectId={plan.projectId} planId={plan.id} mayRetry={mayManage} />;
  }
  // Until its project is imported, or if it came from an archive without drawings.
  if (plan.planType === 'Plan' && !plan.updating) {
    const revise = mayManage && !isOffline && plan.active;
    return (
      <EmptyState
        icon={PlanIcon}
        title={t('plan.noDrawing')}
        action={
          revise ? (
            <LinkButton kind="brand" href={importRevisionAddress(plan.projectId, plan.id)}>
              {t('revisions.import')}
            </LinkButton>
          ) : undefined
        }
      >
        {t('plan.noDrawingText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={PlanIcon} title={t('plan.noRevision')}>
      {t('plan.noRevisionText')}
    </EmptyState>
  );
}

export function PlanLoading() {
  const t = useT();
  return (
    <Stack gap={3} align="center" justify="center" fill ink={2} className="plan-loading" role="status">
      <Spinner large />
      <span>{t('plan.loading')}</span>
    </Stack>
  );
}
