// Placeholder for a geo-map plan whose image is being created or could not be created.

import { failureText } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { MapAreaIcon } from '../../ui/icons.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { retryMapPlan, useMapProgress } from './map-calls.ts';
import './maps.css';

export function MapWaiting({ projectId, planId, mayRetry }: { projectId: string; planId: string; mayRetry: boolean }) {
  const t = useT();
  const { data, refetch } = useMapProgress(projectId, planId);
  if (data?.state === 'failed') {
    const retry = async () => {
      try {
        await retryMapPlan(projectId, planId);
      } catch (error) {
        showToast({ kind: 'error', text: failureText(t, error) });
      }
      await refetch();
    };
    return (
      <EmptyState
        icon={MapAreaIcon}
        title={t('maps.failed')}
        role="alert"
        action={
          mayRetry && (
            <Button kind="brand" onPress={() => void retry()}>
              {t('ui.tryAgain')}
            </Button>
          )
        }
      >
        {t(`maps.problem.${data.problem ?? 'internal'}`)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={MapAreaIcon} title={t('maps.making')}>
      <Stack as="span" gap={4} className="map-making">
        {t('maps.makingText')}
        <ProgressBar label={t('maps.making')} value={(data?.percent ?? 0) / 100} />
      </Stack>
    </EmptyState>
  );
}
