// Notifications in a list: what happened and when, and the issue it is about; opening one marks it as read.

import type { Notification } from '@plumbline/core/features/notifications/contract';
import type { NotificationKind } from '@plumbline/core/features/notifications/kinds';
import { notificationPath, notificationWords } from '@plumbline/core/features/notifications/texts';
import type { TextKey } from '@plumbline/locales/keys';
import { inOneLine } from '@plumbline/locales/one-line';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { IssuePicture } from '../../shared/site/pins/issue-picture.tsx';
import {
  CommentIcon,
  DateIcon,
  ErrorIcon,
  type Icon,
  IconMark,
  MentionIcon,
  PlanIcon,
  ReportIcon,
  SyncIcon,
  TaskIcon,
  TeamIcon,
  TimeIcon,
} from '../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { useT } from '../../ui/translation.tsx';
import { useMark } from './use-notifications.ts';
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
  reportUndelivered: ErrorIcon,
  importDone: PlanIcon,
  importFailed: ErrorIcon,
  memberInvited: TeamIcon,
};

type LineProps = {
  one: Notification;
  onRead: () => void;
  /** Its task is open beside the list. */
  isOpen: boolean;
  onOpen: () => void;
};

function NotificationLine({ one, onRead, isOpen, onOpen }: LineProps) {
  const t = useT();
  const at = new Date(one.createdAt);
  // The keys are defined in core, whose tests check them against the catalog.
  const words = notificationWords(
    one,
    (key, params) => t(key as TextKey, params),
    (day) => t.date(day, day.startsWith(String(new Date().getFullYear())) ? 'day' : 'medium'),
  );
  const { issue } = one;
  const bad = ICONS[one.kind] === ErrorIcon;
  return (
    <li>
      <Link
        className="notification"
        data-unread={one.read ? undefined : ''}
        href={notificationPath(one)}
        onPress={() => {
          onOpen();
          if (!one.read) onRead();
        }}
        {...(isOpen && { 'aria-current': 'true' as const })}
      >
        <span className="notification-mark" data-bad={bad ? '' : undefined} data-picture={issue ? '' : undefined}>
          {issue && <IssuePicture issue={issue} />}
          <IconMark icon={ICONS[one.kind]} />
        </span>
        <Stack as="span" gap={0.5} shrink grow breaks>
          <span className="notification-said">{words}</span>
          {one.detail.text !== undefined && (
            <Text clamp ink={2} lines>
              {one.detail.text}
            </Text>
          )}
          <Row as="span" gap="0 3" align="stretch" wrap size="s" ink={3}>
            {issue?.status && (
              <StatusBadge status={issue.status} plain>
                {t(`task.status.${issue.status}`)}
              </StatusBadge>
            )}
            <span>{inOneLine([issue?.planName, issue?.room, one.projectTitle])}</span>
            <time dateTime={one.createdAt} title={t.dateTime(at)}>
              {t.relative(at, new Date())}
            </time>
          </Row>
        </Stack>
        {!one.read && (
          <Box as="span" fixed corner="full" className="notification-dot">
            <span className="ui-hidden">{t('notification.new')}</span>
          </Box>
        )}
      </Link>
    </li>
  );
}

export function NotificationLines({ rows }: { rows: readonly Notification[] }) {
  const mark = useMark();
  const { task } = useSearch({ strict: false }) as { task?: unknown };
  const [pressed, setPressed] = useState<string>();
  const about = task === undefined ? [] : rows.filter(({ detail }) => detail.taskId === task);
  // The one that the task was opened from, else the newest.
  const open = (about.find(({ id }) => id === pressed) ?? about[0])?.id;
  return (
    <ul>
      {rows.map((row) => (
        <NotificationLine
          key={row.id}
          one={row}
          onRead={() => mark.mutate([row.id])}
          isOpen={row.id === open}
          onOpen={() => setPressed(row.id)}
        />
      ))}
    </ul>
  );
}
