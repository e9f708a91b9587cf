// Bell with the number of unread notifications, linking to their list. Labelled in the side bar, icon only elsewhere.
import { useRouterState } from '@tanstack/react-router';
import { Link } from 'react-aria-components';
import { IconMark, NotificationIcon } from '../../ui/icons.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { useT } from '../../ui/translation.tsx';
import { useUnread } from './use-notifications.ts';
import './notifications.css';

export const NOTIFICATIONS_ADDRESS = '/notifications';
/** Above this number the badge shows no exact count. */
const MAX_BADGE_COUNT = 99;

/** Whether the notification list is open. */
const useAtNotifications = (): boolean =>
  useRouterState({ select: (state) => state.location.pathname === NOTIFICATIONS_ADDRESS });

export function NotificationBell({ variant }: { variant: 'entry' | 'bare' | 'top' }) {
  const t = useT();
  const unread = useUnread();
  const current = useAtNotifications();
  const name =
    unread === 0 ? t('notification.list') : `${t('notification.list')}: ${t('notification.unread', { count: unread })}`;
  // The list needs the room for its title, and its bell leads nowhere else.
  if (current && variant === 'top') return null;
  const link = (
    <Link
      href={NOTIFICATIONS_ADDRESS}
      className={variant === 'top' ? 'top-bell' : 'nav-entry nav-bell'}
      {...(variant !== 'entry' && { 'aria-label': name })}
      {...(current && { 'aria-current': 'page' as const })}
    >
      <IconMark icon={NotificationIcon} />
      {variant === 'entry' && (
        <Text cut className="nav-word">
          {t('notification.list')}
        </Text>
      )}
      {variant === 'entry' && unread > 0 && (
        <span className="ui-hidden">{t('notification.unread', { count: unread })}</span>
      )}
      {unread > 0 && (
        <Stack as="span" inline gap={0} center weight="strong" push className="bell-count ui-figures" aria-hidden>
          {unread > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : unread}
        </Stack>
      )}
    </Link>
  );
  return variant === 'bare' ? (
    <Tooltip text={name} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
