// What this device stores for offline use: the app, the storage used, and changes waiting to be sent.
import { useQuery } from '@tanstack/react-query';
import { useWaiting } from '../../../shared/data/use-sync-state.ts';
import { canCacheProgram, isProgramCached } from '../../../shared/version/worker.ts';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { useT } from '../../../ui/translation.tsx';
import { CacheSwitch } from './cache-switch.tsx';
import { WifiOnlySwitch } from './wifi-only-switch.tsx';

type StorageUse = { program: boolean; used: number | undefined; free: number | undefined };

async function readStorageUse(): Promise<StorageUse> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  return {
    program: registration?.active != null,
    used: usage,
    free: usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage),
  };
}

const STORING_POLL_MS = 1_000;

export function OfflineSection() {
  const t = useT();
  const waiting = useWaiting();
  const { data: kept, refetch } = useQuery({
    queryKey: ['kept'],
    queryFn: readStorageUse,
    staleTime: 0,
    networkMode: 'always',
    // The app is stored some seconds after its first screen.
    refetchInterval: ({ state }) => (isProgramCached() && state.data?.program === false ? STORING_POLL_MS : false),
  });
  return (
    <Section id="offline" title={t('account.offline')} text={t('account.offlineText')}>
      {kept && <p>{t(kept.program ? 'account.offlineKept' : 'account.offlineNotKept')}</p>}
      {kept?.used !== undefined && kept.free !== undefined && (
        <p>{t('account.offlineRoom', { used: t.bytes(kept.used), free: t.bytes(kept.free) })}</p>
      )}
      <p>{t('account.offlineWaiting', { count: waiting })}</p>
      <WifiOnlySwitch />
      {canCacheProgram() && <CacheSwitch onStored={() => void refetch()} />}
    </Section>
  );
}
