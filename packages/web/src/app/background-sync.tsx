// Has waiting changes sent in the background: by this page when the service worker asks for it, and by waking the worker
// when the device is back online after this page was closed.
import { useEffect } from 'react';
import { sendEverything } from '../local/use-rows.ts';
import { queries } from '../shared/data/queries.ts';
import { useIsOffline, useWaiting } from '../shared/data/use-sync-state.ts';
import { onBackgroundSync, requestBackgroundSync, storeBackgroundNotice } from '../shared/version/background-sync.ts';
import { useT } from '../ui/translation.tsx';

export function BackgroundSync() {
  const t = useT();
  const isNeeded = useWaiting() > 0;
  const isOffline = useIsOffline();
  useEffect(() => onBackgroundSync(sendEverything), []);
  useEffect(() => {
    // The browser reports a network that comes back, but not a server that does.
    if (!isOffline) void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [isOffline]);
  useEffect(() => {
    if (!isNeeded) return;
    const notice = { title: t('sync.background'), body: t('sync.backgroundText'), lang: t.language };
    void storeBackgroundNotice(notice);
    if (isOffline) void requestBackgroundSync('offlineSync');
    // Phones close hidden pages without further events.
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void requestBackgroundSync('offlineSync');
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [t, isNeeded, isOffline]);
  return null;
}
