// In place of a drawing that is not on this device while it is offline: offers to download the plan once it is online.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { downloadsHere, useDownloads } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { OfflineIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';

export function OfferDownload({ plan: { id, projectId } }: { plan: PlanRow }) {
  const t = useT();
  const isWanted = useDownloads().some((one) => one.planId === id && one.state === 'IN_PROGRESS');
  const want = () =>
    downloadsHere()
      .add([{ planId: id, projectId }], { period: 'all', photos: 'thumbs' })
      .catch((error: unknown) => showToast({ kind: 'error', text: failureText(t, error) }));
  return (
    <EmptyState
      icon={OfflineIcon}
      title={t('offline.notHere')}
      action={
        !isWanted && (
          <Button kind="brand" onPress={() => void want()}>
            {t('offline.whenOnline')}
          </Button>
        )
      }
    >
      {t(isWanted ? 'offline.willDownload' : 'offline.notHereText')}
    </EmptyState>
  );
}
