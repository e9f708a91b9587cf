// How often, and of what, one is told by mail.
import type { NotificationSettings } from '@plumbline/core/features/notifications/contract';
import { EMAIL_FREQUENCIES, NOTIFICATION_KINDS } from '@plumbline/core/features/notifications/kinds';
import { useState } from 'react';
import { failureText, shownFailure } from '../../app/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { useNotificationSettings, useSaveSettings } from './use-notifications.ts';
import './notifications.css';

export function NotificationSettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const known = useNotificationSettings();
  const save = useSaveSettings();
  const [draft, setDraft] = useState<NotificationSettings>();
  const now = draft ?? known.data;
  const send = () =>
    now &&
    save.mutate(now, {
      onSuccess: () => {
        showToast({ kind: 'success', text: t('notification.saved') });
        onClose();
      },
    });
  return (
    <Dialog
      title={t('notification.settingsTitle')}
      detail={t('notification.settingsHelp')}
      isOpen
      isBusy={save.isPending}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={save.isPending} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={save.isPending} isDisabled={!draft} onPress={send}>
            {t('notification.save')}
          </Button>
        </>
      }
    >
      {known.isError && !now ? (
        <ErrorView failure={shownFailure(t, known.error)} onRetry={() => void known.refetch()} />
      ) : !now ? (
        <Skeleton lines={8} />
      ) : (
        <div className="notification-settings">
          {save.isError && <Notice kind="error">{failureText(t, save.error)}</Notice>}
          <RadioGroup
            label={t('notification.frequency')}
            value={now.emailFrequency}
            onChange={(emailFrequency) => setDraft({ ...now, emailFrequency })}
            choices={EMAIL_FREQUENCIES.map((id) => ({ id, label: t(`notification.frequency.${id}`) }))}
          />
          <fieldset className="notification-kinds" disabled={now.emailFrequency === 'Never'}>
            <legend className="ui-label">{t('notification.subscriptions')}</legend>
            {NOTIFICATION_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                isDisabled={now.emailFrequency === 'Never'}
                isSelected={now.subscriptions.includes(kind)}
                onChange={(on) =>
                  setDraft({
                    ...now,
                    subscriptions: NOTIFICATION_KINDS.filter((one) =>
                      one === kind ? on : now.subscriptions.includes(one),
                    ),
                  })
                }
              >
                {t(`notification.kind.${kind}`)}
              </Checkbox>
            ))}
          </fieldset>
        </div>
      )}
    </Dialog>
  );
}
