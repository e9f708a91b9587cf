// The user's notifications, newest first; opening one marks it as read and navigates to its subject.
import { useState } from 'react';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import { CheckIcon, NotificationIcon, SettingsIcon } from '../../ui/icons.tsx';
import { Box, Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { NotificationLines } from './notification-lines.tsx';
import { NotificationSettingsDialog } from './settings-dialog.tsx';
import { useMark, useNotifications } from './use-notifications.ts';
import './notifications.css';

export function NotificationsScreen() {
  const t = useT();
  const [whose, setWhose] = useState<'all' | 'unread'>('all');
  const [settings, setSettings] = useState(false);
  const list = useNotifications(whose === 'unread');
  const mark = useMark();
  const markAll = () =>
    mark.mutate('all', { onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }) });
  return (
    <>
      <ScreenHead title={t('notification.list')} path={[{ id: 'notifications', label: t('notification.list') }]}>
        <ToolButton
          kind="quiet"
          icon={SettingsIcon}
          label={t('notification.settings')}
          onPress={() => setSettings(true)}
        />
      </ScreenHead>
      <Box scroll grow pad="2 edge 8" className="notifications-inner">
        <h1 className="ui-hidden">{t('notification.list')}</h1>
        <Row gap="2 4" justify="between" wrap pad="2 0">
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
          list.rows && <NotificationLines rows={list.rows} />
        )}
        {list.hasNextPage && (
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('ui.showMore')}
          </Button>
        )}
      </Box>
      {settings && <NotificationSettingsDialog onClose={() => setSettings(false)} />}
    </>
  );
}
