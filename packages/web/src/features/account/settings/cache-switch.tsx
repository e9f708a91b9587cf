// Caches the app on this device, or removes it, with what the browser answers.
import { useState } from 'react';
import { freeBytes } from '../../../local/downloads/free-bytes.ts';
import { useSyncStatus } from '../../../local/use-rows.ts';
import { waitingIn } from '../../../shared/data/use-sync-state.ts';
import { cacheProgram, isProgramCached, uncacheProgram } from '../../../shared/version/worker.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { Notice, type NoticeKind } from '../../../ui/feedback/notice.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { signOut } from '../../auth/sign-out.ts';
import { type Activation, activateCache, type Deactivation, deactivateCache } from './app-cache.ts';

const KINDS: Record<Exclude<Activation, 'ACTIVE'>, NoticeKind> = {
  GET_PERSISTED_STORAGE_PERMISSION: 'info',
  NO_PERMISSION_GRANTED: 'warning',
  CREATING_DATABASE: 'info',
  CREATING_DATABASE_FAILED: 'error',
  FINAL_NO_PERMISSION_GRANTED_WARNING: 'warning',
  NO_SPACE: 'error',
};
const BUSY: ReadonlySet<Activation> = new Set(['GET_PERSISTED_STORAGE_PERMISSION', 'CREATING_DATABASE']);

type Stored = { onStored: () => void };

function Activate({ onActive, onStored }: Stored & { onActive: () => void }) {
  const t = useT();
  const [state, setState] = useState<Activation>();
  const activate = async (anyway: boolean) => {
    const persist = () => navigator.storage?.persist?.() ?? Promise.resolve(false);
    const end = await activateCache({ freeBytes, persist, cache: cacheProgram, onState: setState }, anyway);
    setState(end);
    if (end === 'ACTIVE' || end === 'FINAL_NO_PERMISSION_GRANTED_WARNING') onStored();
    if (end === 'ACTIVE') onActive();
  };
  const isBusy = state !== undefined && BUSY.has(state);
  const isStored = state === 'FINAL_NO_PERMISSION_GRANTED_WARNING';
  return (
    <Stack gap={3}>
      {state !== undefined && state !== 'ACTIVE' && <Notice kind={KINDS[state]}>{t(`account.cache.${state}`)}</Notice>}
      {!isStored && (
        <Row wrap>
          <Button isPending={isBusy} onPress={() => void activate(state === 'NO_PERMISSION_GRANTED')}>
            {t(state === 'NO_PERMISSION_GRANTED' ? 'account.cacheAnyway' : 'account.cacheActivate')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function Deactivate() {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const [state, setState] = useState<Deactivation>();
  const unsent = useSyncStatus((status) => waitingIn(status) + status.rejected.length + (status.locked ?? 0));
  const deactivate = async () => {
    setState('IN_PROGRESS');
    const end = await deactivateCache({ unsent: () => unsent, uncache: uncacheProgram });
    setState(end);
    setAsking(false);
    // This page is still served by the removed worker, which would store the app again.
    if (end === 'READY') await signOut('/');
  };
  return (
    <Stack gap={3}>
      {(state === 'PENDING_CHANGES' || state === 'ERROR') && (
        <Notice
          kind="error"
          actions={
            state === 'PENDING_CHANGES' && (
              <LinkButton size="s" href="/syncStatus">
                {t('nav.sync')}
              </LinkButton>
            )
          }
        >
          {t(`account.cache.${state}`)}
        </Notice>
      )}
      <Row wrap>
        <Button onPress={() => (unsent > 0 ? setState('PENDING_CHANGES') : setAsking(true))}>
          {t('account.cacheDeactivate')}
        </Button>
      </Row>
      <ConfirmDialog
        title={t('account.cacheDeactivateTitle')}
        confirm={t('account.cacheDeactivate')}
        danger
        isOpen={isAsking}
        isBusy={state === 'IN_PROGRESS'}
        onConfirm={() => void deactivate()}
        onCancel={() => setAsking(false)}
      >
        {t('account.cacheDeactivateText')}
      </ConfirmDialog>
    </Stack>
  );
}

/** `onStored` is called once the app is on this device. */
export function CacheSwitch({ onStored }: Stored) {
  const [isCached, setCached] = useState(isProgramCached);
  return isCached ? <Deactivate /> : <Activate onStored={onStored} onActive={() => setCached(true)} />;
}
