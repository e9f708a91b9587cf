// Follows a sync that the user has started on this page.
import { useEffect, useState } from 'react';
import { downloadsHere, sendNow, useDownloads, useSyncStatus } from '../../local/use-rows.ts';
import { waitingIn } from '../../shared/data/use-sync-state.ts';
import { requestBackgroundSync } from '../../shared/version/background-sync.ts';
import { useOnline } from '../../ui/use-online.ts';
import { type SyncRun, syncRun } from './sync-run.ts';

/** Phases in which a run is still going on. */
const RUNNING: ReadonlySet<SyncRun['phase']> = new Set(['checking', 'uploading', 'syncing']);

type Started = { before: number; plans: readonly string[]; hasStarted: boolean };

/** The run, undefined until one is started. */
export function useSyncRun(): { run: SyncRun | undefined; isRunning: boolean; start: () => void } {
  const status = useSyncStatus((now) => now);
  const isOnline = useOnline();
  const downloads = useDownloads();
  const [started, setStarted] = useState<Started>();
  const { checking = false } = status;
  useEffect(() => {
    if (checking) setStarted((now) => now && { ...now, hasStarted: true });
  }, [checking]);
  const start = () => {
    const updated = downloads.filter(({ state }) => state !== 'PAUSED');
    setStarted({ before: waitingIn(status), plans: updated.map(({ planId }) => planId), hasStarted: false });
    sendNow();
    if (!isOnline) return void requestBackgroundSync('manualOfflineSync');
    for (const { planId, state } of updated) {
      if (state === 'DONE') void downloadsHere().update(planId);
      if (state === 'FAILED') void downloadsHere().resume(planId);
    }
  };
  const plans = downloads
    .filter(({ planId }) => started?.plans.includes(planId))
    .map((download) => ({ state: download.state, share: downloadsHere().progress(download) }));
  const run = started && syncRun({ ...started, status, isOnline, plans });
  return { run, isRunning: run !== undefined && RUNNING.has(run.phase), start };
}
