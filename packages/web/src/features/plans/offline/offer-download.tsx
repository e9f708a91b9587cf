// In place of a drawing that is not on this device while it is offline: offers to download the plan once it is online.
// A download fetches the current revision, so that older ones only say that they are not here.
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { downloadsHere, useDownloads } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { OfflineIcon, RetryIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useOnline } from '../../../ui/use-online.ts';

type OfferDownloadProps = { plan: PlanRow; revision: RevisionRow; onRetry: () => void };

export function OfferDownload({ plan: { id, projectId, currentRevisionId }, revision, onRetry }: OfferDownloadProps) {
  const t = useT();
  // There is a network, but the server was not reached through it.
  const mayRetry = useOnline();
  const isOlder = revision.id !== currentRevisionId;
  const isWanted = useDownloads().some((one) => one.planId === id && one.state === 'IN_PROGRESS');
  const want = () =>
    downloadsHere()
      .add([{ planId: id, projectId }], { period: 'all', photos: 'thumbs' })
      .catch((error: unknown) => showToast({ kind: 'error', text: failureText(t, error) }));
  return (
    <EmptyState
      icon={OfflineIcon}
      title={t(isOlder ? 'offline.notHereRevision' : 'offline.notHere')}
      action={
        <>
          {mayRetry && (
            <Button icon={RetryIcon} onPress={onRetry}>
              {t('ui.tryAgain')}
            </Button>
          )}
          {!isOlder && !isWanted && (
            <Button kind="brand" onPress={() => void want()}>
              {t('offline.whenOnline')}
            </Button>
          )}
        </>
      }
    >
      {t(isWanted && !isOlder ? 'offline.willDownload' : 'offline.notHereText')}
    </EmptyState>
  );
}
