// On a device with the app installed: navigates where a pressed notification leads, and offers push notifications once.

import { getPush } from '@plumbline/core/features/notifications/push-contract';
import type { PushTarget } from '@plumbline/core/features/notifications/push-message';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { useUser } from '../../shared/session/session.tsx';
import { isProgramCached } from '../../shared/version/worker.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { NotificationIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { enablePush, renewPush } from './push.ts';

/** Storage key of the users who have answered the prompt on this device and are not asked again. */
const KEY = 'plumbline.pushAnswered';

const answered = (userId: string): boolean => (localStorage.getItem(KEY) ?? '').split(' ').includes(userId);

function useGoTo(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const hear = ({ data }: MessageEvent<Partial<PushTarget> | null>) => {
      if (typeof data?.goTo === 'string') void navigate({ href: data.goTo });
    };
    worker.addEventListener('message', hear);
    // Delivers messages that arrived while the page was loading.
    worker.startMessages();
    return () => worker.removeEventListener('message', hear);
  }, [navigate]);
}

/**
 * Whether to show the prompt, from sign-in on: the app is cached here, and neither the browser nor this user has been
 * asked.
 */
const isUnasked = (userId: string): boolean =>
  isProgramCached() &&
  'PushManager' in globalThis &&
  'Notification' in globalThis &&
  Notification.permission === 'default' &&
  !answered(userId);

export function PushPrompt() {
  const { userId, byToken } = useUser();
  useGoTo();
  useEffect(() => {
    const stop = new AbortController();
    renewPush(userId, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('push', error);
    });
    return () => stop.abort();
  }, [userId]);
  const unasked = useMemo(() => isUnasked(userId), [userId]);
  return unasked && !byToken ? <Offer key={userId} userId={userId} /> : null;
}

function Offer({ userId }: { userId: string }) {
  const t = useT();
  const { data } = useQuery({ queryKey: ['push'], queryFn: () => call(getPush, {}), staleTime: 60_000 });
  const [closed, close] = useState(false);
  const done = () => {
    localStorage.setItem(KEY, `${localStorage.getItem(KEY) ?? ''} ${userId}`.trim());
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
