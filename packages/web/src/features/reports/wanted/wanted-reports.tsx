// Mounted next to every screen.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsOffline, useSyncState } from '../../../shared/data/use-sync-state.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import { WANTED, wantedReports } from './wanted-store.ts';

/** Creates what waits once the device is online and its changes are sent, as the report would lack them. */
export function WantedReports() {
  const t = useT();
  const cache = useQueryClient();
  const isOffline = useIsOffline();
  const { waiting, status } = useSyncState();
  const { data: wanted = [] } = useQuery({
    queryKey: WANTED,
    queryFn: () => wantedReports(),
    enabled: !status.opening,
    staleTime: 0,
  });
  const mayCreate = !isOffline && waiting === 0 && !status.opening && wanted.some((one) => one.problem === undefined);
  useEffect(() => {
    if (!mayCreate) return;
    const create = async () => {
      const [{ createWanted }, { REPORTS }] = await Promise.all([
        import('./create-wanted.ts'),
        import('../use-reports.ts'),
      ]);
      const created = await createWanted(t.language);
      if (created > 0) showToast({ kind: 'success', text: t('report.made') });
      await Promise.all([WANTED, REPORTS].map((queryKey) => cache.invalidateQueries({ queryKey })));
    };
    create().catch(() => undefined);
  }, [mayCreate, t, cache]);
  return null;
}
