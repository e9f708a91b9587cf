// Offers push notifications, once for each user of the device.
import { getPush } from '@plumbline/core/features/notifications/push-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { NotificationIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { enablePush } from './push.ts';

/** `onAnswered`: the user has answered and is not asked again. */
export function PushOffer({ userId, onAnswered }: { userId: string; onAnswered: () => void }) {
  const t = useT();
  const { data } = useQuery({ queryKey: ['push'], queryFn: () => call(getPush, {}), staleTime: 60_000 });
  const turnOn = useMutation({
    mutationFn: (publicKey: string) => enablePush(userId, publicKey),
    onSuccess: (on) => {
      showToast(on ? { kind: 'success', text: t('notification.push.on') } : { text: t('notification.push.denied') });
      onAnswered();
    },
    onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
  });
  const publicKey = data?.publicKey;
  if (!publicKey) return null;
  return (
    <Notice
      icon={NotificationIcon}
      title={t('notification.push.offerTitle')}
      actions={
        <>
          <Button size="s" isDisabled={turnOn.isPending} onPress={onAnswered}>
            {t('notification.push.no')}
          </Button>
          <Button size="s" isPending={turnOn.isPending} onPress={() => turnOn.mutate(publicKey)}>
            {t('notification.push.yes')}
          </Button>
        </>
      }
    >
      {t('notification.push.offerText')}
    </Notice>
  );
}
