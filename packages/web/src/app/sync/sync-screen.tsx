// The sync status: what waits on this device and why, what the server has refused, and the plans available offline.
import { type ReactNode, useEffect, useState } from 'react';
import { WifiOnlySwitch } from '../../features/account/settings/wifi-only-switch.tsx';
import { downloadsHere, sendNow, uploadAnyway, useDownloads, useSyncStatus } from '../../local/use-rows.ts';
import { type SyncStateName, useSyncState, waitingIn } from '../../shared/data/use-sync-state.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { requestBackgroundSync } from '../../shared/version/background-sync.ts';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Grid, Row, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { RefusedEdits } from './edits/refused-edits.tsx';
import { WaitingEdits } from './edits/waiting-edits.tsx';
import { type SyncRun, syncRun } from './sync-run.ts';
import './sync-screen.css';

/** Phases in which a run is still going on. */
const RUNNING: ReadonlySet<SyncRun['phase']> = new Set(['checking', 'uploading', 'syncing']);

type Started = { before: number; plans: readonly string[]; hasStarted: boolean };

/** The run, undefined until one is started. */
function useSyncRun(): { run: SyncRun | undefined; isRunning: boolean; start: () => void } {
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

const DevicePlans = later(() => import('../../features/plans/offline/device-plans.tsx').then((its) => its.DevicePlans));

const KINDS = {
  offline: 'offline',
  synced: 'success',
  unsynced: 'info',
  progress: 'info',
  error: 'error',
  opening: 'info',
} as const;

function useRunText(run: SyncRun | undefined): string | undefined {
  const t = useT();
  if (!run) return undefined;
  const percent = 'share' in run ? t.percent(run.share) : '';
  if (run.phase === 'syncing') return t('sync.run.syncing', { plan: run.plan, plans: run.plans, percent });
  return t(`sync.run.${run.phase}`, { percent });
}

/** What prevents changes from being sent, and what can be done about it. */
function Obstacles(): ReactNode {
  const t = useT();
  const { locked, restored, failure, waitsForWifi, persistent, uploads } = useSyncStatus((status) => status);
  return (
    <>
      {failure !== undefined && <Notice kind="error">{t(`error.${failure}`)}</Notice>}
      {waitsForWifi && (
        <Notice
          kind="info"
          actions={
            <Button size="s" onPress={uploadAnyway}>
              {t('sync.sendAnyway')}
            </Button>
          }
        >
          {t('sync.wifiHeld', { count: uploads })}
        </Notice>
      )}
      {restored === true && <Notice kind="warning">{t('sync.restored')}</Notice>}
      {locked !== undefined && <Notice kind="warning">{t('auth.lockedEdits', { count: locked })}</Notice>}
      {persistent === false && <Notice kind="warning">{t('sync.notPersistent')}</Notice>}
    </>
  );
}

export function SyncScreen() {
  const t = useT();
  const { word, waiting } = useSyncState();
  const status = useSyncStatus((now) => now);
  const { run, isRunning, start } = useSyncRun();
  const runText = useRunText(run);
  const words: Record<SyncStateName, string> = {
    offline: t('sync.offline'),
    synced: t('sync.synced'),
    unsynced: t('sync.unsynced', { count: waiting }),
    progress: t('sync.progress'),
    error: t('sync.rejectedText'),
    opening: t('shell.syncState.opening'),
  };
  return (
    <Stack gap={5} className="sync-screen ui-column">
      <ScreenHead title={t('nav.sync')} path={[{ id: 'sync', label: t('nav.sync') }]} />
      <h1>{t('nav.sync')}</h1>
      <Notice kind={KINDS[word]}>{words[word]}</Notice>
      <Row wrap>
        <Button icon={SyncIcon} isPending={isRunning} isDisabled={status.opening ?? false} onPress={start}>
          {t('sync.now')}
        </Button>
        <LinkButton href="/syncStatus/sent">{t('sync.sent')}</LinkButton>
      </Row>
      <p role="status" className="sync-run">
        {runText}
      </p>
      <Obstacles />
      {waiting > 0 && (
        <Grid as="dl" gap="1 4" columns="max-content rest" className="ui-figures">
          <dt>{t('shell.waitingChanges')}</dt>
          <dd>{t.number(status.pending)}</dd>
          <dt>{t('shell.waitingFiles')}</dt>
          <dd>{t.number(status.uploads)}</dd>
        </Grid>
      )}
      <RefusedEdits edits={status.rejected} />
      <WaitingEdits status={status} />
      <WifiOnlySwitch />
      <DevicePlans />
    </Stack>
  );
}
