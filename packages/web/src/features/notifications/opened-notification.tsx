// Opened from a push notification: marks it as read and navigates to its subject.
import { markNotifications } from '@plumbline/core/features/notifications/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { ownPath } from '../../shared/session/return-to.ts';
import { PageSpinner } from '../../ui/layout/page.tsx';
import { NOTIFICATIONS_ADDRESS } from './notification-bell.tsx';

export function OpenedNotification({ id }: { id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const search = useRouterState({ select: (state) => state.location.searchStr });
  useEffect(() => {
    // Offline the notification stays unread, but its subject opens anyway.
    void call(markNotifications, { body: { ids: [id] } }).then(
      () => cache.invalidateQueries({ queryKey: ['notifications'] }),
      () => undefined,
    );
    const target = ownPath(new URLSearchParams(search).get('to') ?? '');
    void navigate({ href: target ?? NOTIFICATIONS_ADDRESS, replace: true });
  }, [id, search, navigate, cache]);
  return <PageSpinner />;
}
