// The reports of a project that wait for a connection, above those that exist.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useIsOffline, useSyncState } from '../../../shared/data/use-sync-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { REPORTS } from '../use-reports.ts';
import { createWanted, discardWanted, storeWanted, type WantedReport, wantedReports } from './wanted-reports.ts';

const WANTED = ['wantedReports'] as const;

/** Stores, retries or discards a report that waits, and reads the list again. */
export function useWanted() {
  const t = useT();
  const cache = useQueryClient();
  const shown = async (change: Promise<void>) => {
    try {
      await change;
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    }
    await cache.invalidateQueries({ queryKey: WANTED });
  };
  return {
    store: (wanted: WantedReport) => shown(storeWanted(wanted)),
    discard: (wanted: WantedReport) => shown(discardWanted(wanted)),
  };
}

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
    createWanted(t.language)
      .then(async (created) => {
        if (created > 0) showToast({ kind: 'success', text: t('report.made') });
        await Promise.all([WANTED, REPORTS].map((queryKey) => cache.invalidateQueries({ queryKey })));
      })
      .catch(() => undefined);
  }, [mayCreate, t, cache]);
  return null;
}

export function WantedList({ projectId }: { projectId: string }) {
  const t = useT();
  const { store, discard } = useWanted();
  const isOffline = useIsOffline();
  const { status } = useSyncState();
  const { data: wanted = [] } = useQuery({
    queryKey: [...WANTED, projectId],
    queryFn: () => wantedReports(projectId),
    enabled: !status.opening,
    staleTime: 0,
  });
  if (wanted.length === 0) return null;
  return (
    <Stack as="ul" gap={2}>
      {wanted.map((one) => (
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
