// Pending edits, and edits the server rejected: each with its reason, until it is discarded.
import { useEffect, useState } from 'react';
import { contextOfRejected, discardRejected, type RejectedEdit, retryRejected } from '../../../local/use-rows.ts';
import { actionText } from '../../../shared/data/action-names.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { type SyncStateName, useSyncState } from '../../../shared/data/use-sync-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type LocationText, locationText } from './edit-location.ts';
import './sync-dialog.css';

const DevicePlans = later(() =>
  import('../../../features/plans/offline/device-plans.tsx').then((its) => its.DevicePlans),
);

const KINDS = {
  offline: 'offline',
  synced: 'success',
  unsynced: 'info',
  progress: 'info',
  error: 'error',
  opening: 'info',
} as const;

/** The location of the edit, once it is read; undefined where this device does not know it. */
function usePlace({ n }: RejectedEdit): LocationText | undefined {
  const t = useT();
  const [place, setPlace] = useState<LocationText>();
  useEffect(() => {
    let left = false;
    contextOfRejected(n).then(
      (found) => !left && setPlace(locationText(t, found)),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [n, t]);
  return place;
}

function Refused({ edit }: { edit: RejectedEdit }) {
  const t = useT();
  const place = usePlace(edit);
  const [again, setAgain] = useState<string>();
  const retry = () => retryRejected(edit.n).catch((error: unknown) => setAgain(failureText(t, error)));
  return (
    <Row as="li" rowGap={2} gap={4} justify="between" wrap padY={3} line="above" className="sync-refused">
      <div>
        <strong>{actionText(t, edit.name)}</strong>
        {place?.pin && <span>{place.pin}</span>}
        {place?.within && <small>{place.within}</small>}
        <span role="status">{again ?? t(`error.${edit.code}`, edit.params)}</span>
        <time dateTime={edit.at}>{t.dateTime(new Date(edit.at))}</time>
      </div>
      <div className="sync-refused-acts">
        <Button size="s" onPress={() => void retry()}>
          {t('sync.retry')}
        </Button>
        <Button size="s" kind="quiet" onPress={() => void discardRejected(edit.n)}>
          {t('sync.discard')}
        </Button>
      </div>
    </Row>
  );
}

export function SyncDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { word, waiting, status } = useSyncState();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { saveRejected } = await import('./save-refused.ts');
      await saveRejected(t, status.rejected);
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    } finally {
      setSaving(false);
    }
  };
  const words: Record<SyncStateName, string> = {
    offline: t('sync.offline'),
    synced: t('sync.synced'),
    unsynced: t('sync.unsynced', { count: waiting }),
    progress: t('sync.progress'),
    error: t('sync.rejectedText'),
    opening: t('shell.syncState.opening'),
  };
  return (
    <Dialog
      title={t('nav.sync')}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          {status.rejected.length > 0 && (
            <Button icon={DownloadIcon} isPending={saving} onPress={() => void save()}>
              {t('sync.save')}
            </Button>
          )}
          <Button onPress={onClose}>{t('ui.close')}</Button>
        </>
      }
    >
      <Stack gap={4}>
        <Notice kind={KINDS[word]}>{words[word]}</Notice>
        {status.locked !== undefined && (
          <Notice kind="warning">{t('auth.lockedEdits', { count: status.locked })}</Notice>
        )}
        {status.persistent === false && <Notice kind="warning">{t('sync.notPersistent')}</Notice>}
        {waiting > 0 && (
          <Grid as="dl" rowGap={1} gap={4} className="sync-figures ui-figures">
            <dt>{t('shell.waitingChanges')}</dt>
            <dd>{t.number(status.pending)}</dd>
            <dt>{t('shell.waitingFiles')}</dt>
            <dd>{t.number(status.uploads)}</dd>
          </Grid>
        )}
        <DevicePlans />
        {status.rejected.length > 0 && (
          <ul>
            {status.rejected.map((edit) => (
              <Refused key={edit.n} edit={edit} />
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}
