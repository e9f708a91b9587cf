// A pin in a list: its mark and number, title, task status, and latest photo.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { photosOf } from '../../media/photos.ts';
import { Picture } from '../../media/picture.tsx';
import { dueWords } from '../due-words.ts';
import { NO_COLOUR } from '../no-colour.ts';
import { leadingStatus, nextDue } from './pin-order.ts';
import './pin-list.css';

type PinRowProps = {
  projectId: string;
  one: PinInContext;
  category: CategoryRow | undefined;
  today: string;
  /** Shown in lists across several plans. */
  plan?: string | undefined;
};

export function PinRow({ projectId, one, category, today, plan }: PinRowProps) {
  const t = useT();
  const { pin, tasks, posts } = one;
  const photo = photosOf(posts.filter((post) => post.active))[0]?.file;
  return (
    <Row as="span" gap={3} shrink grow className="pin-row" data-quiet={pin.status === 'open' ? undefined : ''}>
      <PinMark colour={category?.colour ?? NO_COLOUR} status={pin.status} size={30} label={category?.title} />
      <Stack as="span" gap={0.5} shrink grow>
        <Text weight="medium" cut className="pin-row-title">
          {pin.title || (
            <Text ink={3} weight="regular">
              {t('pin.untitled')}
            </Text>
          )}
        </Text>
        <Row as="span" gap={3} align="stretch" shrink size="s" ink={2} nowrap className="pin-row-detail">
          <span className="ui-figures">{pin.number === null ? t('pin.unnumbered') : `#${pin.number}`}</span>
          {plan !== undefined ? <span>{plan}</span> : category && <span>{category.title}</span>}
          <TaskSummary one={one} today={today} />
        </Row>
      </Stack>
      {photo && (
        <span className="pin-row-photo">
          <Picture projectId={projectId} file={photo} size="thumb" alt="" />
        </span>
      )}
      <span className="ui-hidden">{t('pin.taskCount', { count: tasks.length })}</span>
    </Row>
  );
}

type TaskSummaryProps = { one: PinInContext; today: string; bare?: boolean | undefined };

/** The most urgent task status, how many tasks have it, and (unless bare) the next due date. */
export function TaskSummary({ one, today, bare }: TaskSummaryProps) {
  const t = useT();
  const status = leadingStatus(one.tasks, today);
  if (status === undefined) return null;
  const count = one.tasks.filter((task) => shownStatus(task, today) === status).length;
  const due = nextDue(one.tasks);
  return (
    <Row as="span" inline fixed className="pin-row-tasks" data-tone={status} title={t(`task.status.${status}`)}>
      <StatusGlyph status={status} size={14} />
      {(bare || due === null || count > 1) && <span className="ui-figures">{count}</span>}
      <span className="ui-hidden">{t(`task.status.${status}`)}</span>
      {due !== null && !bare && <span className="ui-figures">{dueWords(t, due, today, status === 'overdue')}</span>}
    </Row>
  );
}
