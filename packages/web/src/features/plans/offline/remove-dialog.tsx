// Removes a plan from this device, unless it has edits that the server does not have: these are named and sent first.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import type { Edit } from '@plumbline/core/sync/client/store';
import { useEffect, useState } from 'react';
import { downloadsHere, sendNow, useDownloads, useSyncStatus } from '../../../local/use-rows.ts';
import { actionText } from '../../../shared/data/action-names.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../../shared/data/use-sync-state.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

/** The edits on the plan that have not been sent; undefined until they are read. */
function useUnsent(planId: string): readonly Edit[] | undefined {
  const status = useSyncStatus((now) => now);
  const [unsent, setUnsent] = useState<readonly Edit[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever edits were sent or rejected
  useEffect(() => {
    let left = false;
    downloadsHere()
      .unsent(planId)
      .then(
        (found) => !left && setUnsent(found),
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [planId, status]);
  return unsent;
}

export function RemoveDialog({ plan, onClose }: { plan: PlanRow; onClose: () => void }) {
  const t = useT();
  const online = !useIsOffline();
  const unsent = useUnsent(plan.id);
  const isHere = useDownloads().some(({ planId }) => planId === plan.id);
  const [busy, setBusy] = useState(false);
  const hasUnsent = unsent !== undefined && unsent.length > 0;
  const remove = async () => {
    setBusy(true);
    try {
      await downloadsHere().remove(plan.id);
      onClose();
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
      setBusy(false);
    }
  };
  // Reached by its URL.
  if (unsent !== undefined && !isHere && !busy) {
    return (
      <Dialog title={t('offline.remove')} detail={plan.name} size="small" isOpen onClose={onClose}>
        {t('offline.notHere')}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('offline.remove')}
      confirm={hasUnsent ? t('offline.sendFirst') : t('offline.remove')}
      isOpen
      isBusy={busy || unsent === undefined}
      isDisabled={hasUnsent && !online}
      onConfirm={() => (hasUnsent ? sendNow() : void remove())}
      onCancel={onClose}
    >
      {hasUnsent ? (
        <Stack gap={3}>
          <Notice kind="warning">{t('error.plan_unsynced')}</Notice>
          {!online && <p>{t('sync.reason.offline')}</p>}
          <ul>
            {unsent.map(({ n, name, at }) => (
              <li key={n}>
                {actionText(t, name)}, {t.dateTime(new Date(at))}
              </li>
            ))}
          </ul>
        </Stack>
      ) : (
        <p>{t('offline.removeText', { name: plan.name })}</p>
      )}
    </ConfirmDialog>
  );
}
