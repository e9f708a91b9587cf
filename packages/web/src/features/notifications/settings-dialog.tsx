// Notification settings: email frequency, push devices, and which notifications to receive.
import type { NotificationSettings } from '@plumbline/core/features/notifications/contract';
import { EMAIL_FREQUENCIES } from '@plumbline/core/features/notifications/kinds';
import type { PushSettings } from '@plumbline/core/features/notifications/push-contract';
import { useState } from 'react';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Checkbox } from '../../ui/choices/checkbox.tsx';
import { RadioGroup } from '../../ui/choices/radio-group.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { NotificationPreferences, ProjectPreferences } from './notification-preferences.tsx';
import { PushDevices } from './push-devices.tsx';
import { useNotificationSettings, useSaveSettings } from './use-notifications.ts';
import { usePush, useSavePush } from './use-push.ts';
import './notifications.css';

/** Devices are shown live; other settings as a draft of the changes made here. */
function useDraft() {
  const mail = useNotificationSettings();
  const push = usePush();
  const [mailDraft, setMail] = useState<NotificationSettings>();
  const [pushDraft, setPush] = useState<Pick<PushSettings, 'kinds' | 'projects'>>();
  return {
    mail: mailDraft ?? mail.data,
    push: push.data && { ...push.data, ...pushDraft },
    changed: { mail: mailDraft !== undefined, push: pushDraft !== undefined },
    setMail,
    setPush,
    failed: mail.error ?? push.error,
    again: () => {
      void mail.refetch();
      void push.refetch();
    },
  };
}

export function NotificationSettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const draft = useDraft();
  const saveMail = useSaveSettings();
  const savePush = useSavePush();
  const { mail, push, changed, setMail, setPush } = draft;
  const isBusy = saveMail.isPending || savePush.isPending;
  const failure = saveMail.error ?? savePush.error;
  const send = async () => {
    if (!mail || !push) return;
    if (changed.mail) await saveMail.mutateAsync(mail);
    if (changed.push) await savePush.mutateAsync(push);
    showToast({ kind: 'success', text: t('notification.saved') });
    onClose();
  };
  return (
    <FormDialog
      isUnsaved={changed.mail || changed.push}
      title={t('notification.settingsHead')}
      detail={t('notification.settingsHelp')}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="next"
            isPending={isBusy}
            isDisabled={!changed.mail && !changed.push}
            // The refusal is displayed above.
            onPress={() => void send().catch(() => undefined)}
          >
            {t('notification.save')}
          </Button>
        </>
      }
    >
      {mail && push ? (
        <Stack fluid gap={4}>
          {failure !== null && <Notice kind="error">{failureText(t, failure)}</Notice>}
          <RadioGroup
            label={t('notification.byMail')}
            value={mail.emailFrequency}
            onChange={(emailFrequency) => setMail({ ...mail, emailFrequency })}
            choices={EMAIL_FREQUENCIES.map((id) => ({ id, label: t(`notification.frequency.${id}`) }))}
          />
          <Checkbox
            isSelected={mail.weeklyDigest}
            onChange={(weeklyDigest) => setMail({ ...mail, weeklyDigest })}
            help={t('notification.weekly.help')}
          >
            {t('notification.weekly')}
          </Checkbox>
          {push.publicKey !== null && <PushDevices publicKey={push.publicKey} devices={push.devices} />}
          <NotificationPreferences
            mail={{
              kinds: mail.subscriptions,
              change: (subscriptions) => setMail({ ...mail, subscriptions }),
              off: mail.emailFrequency === 'Never',
            }}
            device={
              push.publicKey === null
                ? undefined
                : { kinds: push.kinds, change: (kinds) => setPush({ projects: push.projects, kinds }) }
            }
          />
          {push.publicKey !== null && (
            <ProjectPreferences
              projects={push.projects}
              change={(projects) => setPush({ kinds: push.kinds, projects })}
            />
          )}
        </Stack>
      ) : draft.failed ? (
        <ErrorView failure={shownFailure(t, draft.failed)} onRetry={draft.again} />
      ) : (
        <Skeleton lines={8} />
      )}
    </FormDialog>
  );
}
