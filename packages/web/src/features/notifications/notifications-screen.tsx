// The user's notifications, newest first; opening one marks it as read and navigates to its subject.
import type { Notification } from '@plumbline/core/features/notifications/contract';
import type { NotificationKind } from '@plumbline/core/features/notifications/kinds';
import { notificationPath, notificationWords } from '@plumbline/core/features/notifications/texts';
import type { TextKey } from '@plumbline/locales/keys';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import {
  CheckIcon,
  CommentIcon,
  DateIcon,
  ErrorIcon,
  type Icon,
  IconMark,
  MentionIcon,
  NotificationIcon,
  PlanIcon,
  ReportIcon,
  SettingsIcon,
  SyncIcon,
  TaskIcon,
  TeamIcon,
  TimeIcon,
} from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { NotificationSettingsDialog } from './settings-dialog.tsx';
import { useMark, useNotifications } from './use-notifications.ts';
import './notifications.css';

const ICONS: Record<NotificationKind, Icon> = {
  taskAssigned: TaskIcon,
  taskStatus: SyncIcon,
  taskDue: DateIcon,
  taskReminder: TimeIcon,
  comment: CommentIcon,
  mention: MentionIcon,
  reportDone: ReportIcon,
  reportFailed: ErrorIcon,
  importDone: PlanIcon,
  importFailed: ErrorIcon,
  memberInvited: TeamIcon,
};

export function NotificationsScreen() {
  const t = useT();
  const [whose, setWhose] = useState<'all' | 'unread'>('all');
  const [settings, setSettings] = useState(false);
  const list = useNotifications(whose === 'unread');
  const mark = useMark();
  const markAll = () =>
    mark.mutate('all', { onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }) });
  return (
    <Text as="div" fill surface="surface">
      <ScreenHead title={t('notification.list')} path={[{ id: 'notifications', label: t('notification.list') }]}>
        <IconButton icon={SettingsIcon} label={t('notification.settings')} onPress={() => setSettings(true)} />
      </ScreenHead>
      <div className="notifications-inner">
        <h1 className="ui-hidden">{t('notification.list')}</h1>
        <Row rowGap={2} gap={4} justify="between" wrap padY={2} className="notifications-head">
          <SegmentedControl
            label={t('notification.list')}
            value={whose}
            onChange={setWhose}
            segments={[
              { id: 'all', label: t('notification.all') },
              { id: 'unread', label: t('notification.onlyUnread') },
            ]}
          />
          <Button
            kind="quiet"
            icon={CheckIcon}
            isDisabled={list.open === 0}
            isPending={mark.isPending && mark.variables === 'all'}
            onPress={markAll}
          >
            {t('notification.markAll')}
          </Button>
        </Row>
        {list.isPending ? (
          <Skeleton lines={8} />
        ) : list.isError && !list.rows ? (
          <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
        ) : list.rows?.length === 0 ? (
          <EmptyState
            icon={NotificationIcon}
            title={t(whose === 'all' ? 'notification.empty' : 'notification.emptyUnread')}
          >
            {whose === 'all' ? t('notification.emptyText') : undefined}
          </EmptyState>
        ) : (
          <ul className="notification-list">
            {list.rows?.map((row) => (
              <NotificationLine key={row.id} one={row} onRead={() => mark.mutate([row.id])} />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('notification.more')}
          </Button>
        )}
      </div>
      {settings && <NotificationSettingsDialog onClose={() => setSettings(false)} />}
    </Text>
  );
}

function NotificationLine({ one, onRead }: { one: Notification; onRead: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const at = new Date(one.createdAt);
  const href = notificationPath(one);
  // The keys are defined in core, whose tests check them against the catalog.
  const words = notificationWords(
    one,
    (key, params) => t(key as TextKey, params),
    (day) => t.date(day),
  );
  const bad = one.kind === 'reportFailed' || one.kind === 'importFailed';
  return (
    <li>
      <Link
        className="notification"
        data-unread={one.read ? undefined : ''}
        href={href}
        onPress={() => {
          if (!one.read) onRead();
          void navigate({ to: href });
        }}
      >
        <span className="notification-mark" data-bad={bad ? '' : undefined}>
          <IconMark icon={ICONS[one.kind]} />
        </span>
        <Stack as="span" gap={0.5} shrink grow breaks>
          <span className="notification-said">{words}</span>
          {one.detail.text !== undefined && (
            <Text clamp ink={2} lines>
              {one.detail.text}
            </Text>
          )}
          <Row as="span" rowGap={0} gap={3} align="stretch" wrap size="s" ink={3}>
            <span>{one.projectTitle}</span>
            <time dateTime={one.createdAt} title={t.dateTime(at)}>
              {t.relative(at, new Date())}
            </time>
          </Row>
        </Stack>
        {!one.read && (
          <span className="notification-dot">
            <span className="ui-hidden">{t('notification.new')}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
