// On a device with the app installed: navigates where a pressed notification leads, and offers push notifications once.

import type { PushTarget } from '@plumbline/core/features/notifications/push-message';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useUser } from '../../shared/session/session.tsx';
import { isProgramCached } from '../../shared/version/worker.ts';
import { keep } from '../../ui/keep.ts';
import { later } from '../../ui/later.tsx';
import { ownDeviceId, renewPush } from './push.ts';

const PushOffer = later(() => import('./push-offer.tsx').then((module) => module.PushOffer));

/** Storage key of the users who have answered the prompt on this device and are not asked again. */
const KEY = 'plumbline.pushAnswered';

const answered = (userId: string): boolean => (localStorage.getItem(KEY) ?? '').split(' ').includes(userId);
const remember = (userId: string): void => keep(KEY, `${localStorage.getItem(KEY) ?? ''} ${userId}`.trim());

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
 * Whether to show the prompt, from sign-in on: the app is cached here, and this user has not been asked. Another user of
 * the device may have given the permission.
 */
const shouldAsk = (userId: string): boolean =>
  isProgramCached() &&
  'PushManager' in globalThis &&
  'Notification' in globalThis &&
  Notification.permission !== 'denied' &&
  ownDeviceId(userId) === undefined &&
  !answered(userId);

export function PushPrompt({ offering }: { offering: boolean }) {
  const { userId, byToken } = useUser();
  useGoTo();
  useEffect(() => {
    const stop = new AbortController();
    renewPush(userId, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('push', error);
    });
    return () => stop.abort();
  }, [userId]);
  const unasked = useMemo(() => shouldAsk(userId), [userId]);
  const [answeredBy, setAnsweredBy] = useState<string>();
  if (!offering || !unasked || byToken || answeredBy === userId) return null;
  const onAnswered = () => {
    remember(userId);
    setAnsweredBy(userId);
  };
  return <PushOffer key={userId} userId={userId} onAnswered={onAnswered} />;
}
