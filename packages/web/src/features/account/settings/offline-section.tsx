// What this device stores for offline use: the app, the storage used, and changes waiting to be sent.
import { useQuery } from '@tanstack/react-query';
import { useSyncState } from '../../../shared/data/use-sync-state.ts';
import { canCacheProgram } from '../../../shared/version/worker.ts';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { useT } from '../../../ui/translation.tsx';
import { CacheSwitch } from './cache-switch.tsx';
import { WifiOnlySwitch } from './wifi-only-switch.tsx';

type StorageUse = { program: boolean; used: number | undefined; free: number | undefined };

async function whatIsKept(): Promise<StorageUse> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  return {
    program: registration?.active != null,
    used: usage,
    free: usage === undefined || quota === undefined ? undefined : Math.max(0, quota - usage),
  };
}

export function OfflineSection() {
  const t = useT();
  const { waiting } = useSyncState();
  const kept = useQuery({ queryKey: ['kept'], queryFn: whatIsKept, staleTime: 0, networkMode: 'always' }).data;
  return (
    <Section id="offline" title={t('account.offline')} text={t('account.offlineText')}>
      {kept && <p>{t(kept.program ? 'account.offlineKept' : 'account.offlineNotKept')}</p>}
      {kept?.used !== undefined && kept.free !== undefined && (
        <p>{t('account.offlineRoom', { used: t.bytes(kept.used), free: t.bytes(kept.free) })}</p>
      )}
      <p>{t('account.offlineWaiting', { count: waiting })}</p>
      <WifiOnlySwitch />
      {canCacheProgram() && <CacheSwitch />}
    </Section>
  );
}
