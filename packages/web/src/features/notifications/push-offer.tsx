// Offers push notifications, once for each user of the device.
import { getPush } from '@plumbline/core/features/notifications/push-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
  const [closed, close] = useState(false);
  const done = () => {
    onAnswered();
    close(true);
  };
  const turnOn = useMutation({
    mutationFn: (publicKey: string) => enablePush(userId, publicKey),
    onSuccess: (on) => {
      showToast(on ? { kind: 'success', text: t('notification.push.on') } : { text: t('notification.push.denied') });
      done();
    },
    onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
  });
  const publicKey = data?.publicKey;
  if (closed || !publicKey) return null;
  return (
    <Notice
      banner
      icon={NotificationIcon}
      title={t('notification.push.offerTitle')}
      actions={
        <>
          <Button size="s" isDisabled={turnOn.isPending} onPress={done}>
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
