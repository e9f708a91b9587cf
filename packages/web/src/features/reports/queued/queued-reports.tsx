// Mounted next to every screen.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSyncStatus } from '../../../local/use-rows.ts';
import { useIsOffline, useWaiting } from '../../../shared/data/use-sync-state.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import { QUEUED, queuedReports } from './queued-store.ts';

/** Creates what waits once the device is online and its changes are sent, as the report would lack them. */
export function QueuedReports() {
  const t = useT();
  const cache = useQueryClient();
  const isOffline = useIsOffline();
  const isOpening = useSyncStatus((status) => status.opening);
  const waiting = useWaiting();
  const { data: queued = [] } = useQuery({
    queryKey: QUEUED,
    queryFn: () => queuedReports(),
    enabled: !isOpening,
    staleTime: 0,
  });
  const mayCreate = !isOffline && waiting === 0 && !isOpening && queued.some((one) => one.problem === undefined);
  useEffect(() => {
    if (!mayCreate) return;
    const create = async () => {
      const [{ createQueued }, { REPORTS }] = await Promise.all([
        import('./create-queued.ts'),
        import('../use-reports.ts'),
      ]);
      const created = await createQueued(t.language);
      if (created > 0) showToast({ kind: 'success', text: t('report.made') });
      await Promise.all([QUEUED, REPORTS].map((queryKey) => cache.invalidateQueries({ queryKey })));
    };
    create().catch(() => undefined);
  }, [mayCreate, t, cache]);
  return null;
}
