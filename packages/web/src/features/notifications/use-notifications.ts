// Notifications of the signed-in user: polled soon after a project changes, every minute and on window focus; the lists
// are refetched only when something is new.
import {
  getNotificationSettings,
  listNotifications,
  markNotifications,
  type NotificationSettings,
  putNotificationSettings,
} from '@plumbline/core/features/notifications/contract';
import { NOTIFICATION_INTERVAL_MS } from '@plumbline/core/features/notifications/kinds';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authorised, call } from '../../api/client.ts';
import { Refusal } from '../../api/failure.ts';
import { servicePath } from '../../api/service-path.ts';
import { onChanges } from '../../local/live-stream.ts';
import { storeReply } from '../../shared/data/queries.ts';

type Page = ReplyOf<typeof listNotifications>;
type CachedPage = { etag: string; page: Page };

const KEY = ['notifications'] as const;
const LATEST_KEY = [...KEY, 'latest'] as const;
const SETTINGS = [...KEY, 'settings'] as const;
const PAGE = 50;
/** Page size of each poll: the unread count is included anyway. */
const LATEST_SIZE = 1;

/**
 * Milliseconds after a change until the server has written its
 * notifications; further changes in that time share one request.
 */
const WRITTEN = 1_500;

/** Polls shortly after something changes in one of the projects. */
function useRefreshOnChanges(): void {
  const cache = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChanges(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void cache.invalidateQueries({ queryKey: LATEST_KEY });
      }, WRITTEN);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [cache]);
}

/** The number of unread notifications. */
export function useUnread(): number {
  useRefreshOnChanges();
  const cache = useQueryClient();
  const latest = useQuery({
    queryKey: LATEST_KEY,
    queryFn: async ({ signal }): Promise<CachedPage> => {
      const known = cache.getQueryData<CachedPage>(LATEST_KEY);
      const path = servicePath('/api/notifications/notifications');
      const headers: Record<string, string> = known ? { 'if-none-match': known.etag } : {};
      const response = await authorised(`${path}?size=${LATEST_SIZE}`, { headers, signal, cache: 'no-store' });
      if (response.status === 304 && known) return known;
      if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => undefined));
      // The lists on screen are out of date.
      if (known) void cache.invalidateQueries({ queryKey: [...KEY, 'list'] });
      return { etag: response.headers.get('etag') ?? '', page: (await response.json()) as Page };
    },
    refetchInterval: NOTIFICATION_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  return latest.data?.page.unread ?? 0;
}

export function useNotifications(unread: boolean) {
  const list = useInfiniteQuery({
    queryKey: [...KEY, 'list', unread],
    queryFn: ({ pageParam, signal }) =>
      call(
        listNotifications,
        { query: { page: pageParam, size: PAGE, ...(unread && { unread: 'true' as const }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 1 : undefined),
  });
  return { ...list, rows: list.data?.pages.flatMap((page) => page.content), open: list.data?.pages[0]?.unread ?? 0 };
}

export function useMark() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[] | 'all') =>
      call(markNotifications, { body: ids === 'all' ? { markAllAsRead: true } : { ids } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

export function useNotificationSettings() {
  return useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => call(getNotificationSettings, {}, { signal }) });
}

export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettings) => call(putNotificationSettings, { body }),
    onSuccess: (saved) => storeReply(cache, SETTINGS, saved),
  });
}
