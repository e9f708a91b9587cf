// The reports of a project that wait for a connection, above those that exist.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncStatus } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../../shared/data/use-sync-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { discardQueued, QUEUED, type QueuedReport, queuedReports, storeQueued } from './queued-store.ts';

/** Stores, retries or discards a report that waits, and reads the list again. */
export function useQueued() {
  const t = useT();
  const cache = useQueryClient();
  const shown = async (change: Promise<void>) => {
    try {
      await change;
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    }
    await cache.invalidateQueries({ queryKey: QUEUED });
  };
  return {
    store: (queued: QueuedReport) => shown(storeQueued(queued)),
    discard: (queued: QueuedReport) => shown(discardQueued(queued)),
  };
}

export function QueuedList({ projectId }: { projectId: string }) {
  const t = useT();
  const { store, discard } = useQueued();
  const isOffline = useIsOffline();
  const isOpening = useSyncStatus((status) => status.opening);
  const { data: queued = [] } = useQuery({
    queryKey: [...QUEUED, projectId],
    queryFn: () => queuedReports(projectId),
    enabled: !isOpening,
    staleTime: 0,
  });
  if (queued.length === 0) return null;
  return (
    <Stack as="ul" gap={2}>
      {queued.map((one) => (
        <li key={one.id}>
          <Notice
            kind={one.problem === undefined ? 'offline' : 'error'}
            title={one.content.title}
            actions={
              <>
                {one.problem !== undefined && (
                  <Button size="s" onPress={() => void store({ ...one, problem: undefined })}>
                    {t('ui.tryAgain')}
                  </Button>
                )}
                <Button size="s" kind="quiet" onPress={() => void discard(one)}>
                  {t('sync.discard')}
                </Button>
              </>
            }
          >
            {one.problem !== undefined ? t(`error.${one.problem}`) : t(isOffline ? 'report.offline' : 'sync.waiting')}
          </Notice>
        </li>
      ))}
    </Stack>
  );
}
