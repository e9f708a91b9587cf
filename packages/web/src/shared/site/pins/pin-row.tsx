// The issue card of a pin in one row of a list: picture, number, title, place, task status, due date and assignee.

import type { PinInContext } from '@plumbline/core/features/pins/filter';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { inOneLine } from '@plumbline/locales/one-line';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { StatusGlyph } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PersonAvatar } from '../../session/person-avatar.tsx';
import { dueWords } from '../due-words.ts';
import type { Assignee, People } from '../people.ts';
import { PinPicture } from './issue-picture.tsx';
import { leadingStatus, leadingTask, nextDue } from './pin-order.ts';
import './pin-list.css';

type PinRowProps = {
  one: PinInContext;
  category: CategoryRow | undefined;
  today: string;
  people: People;
  /** Shown in lists across several plans. */
  plan?: string | undefined;
};

export function PinRow({ one, category, today, people, plan }: PinRowProps) {
  const t = useT();
  const { pin, tasks, posts } = one;
  const place = inOneLine([plan, pin.room || (plan === undefined && category?.title)]);
  const leading = leadingTask(tasks, today);
  const assignee = leading && people.assigneeOf(leading);
  return (
    <Row as="span" gap={3} shrink grow className="pin-row">
      <PinPicture pin={pin} posts={posts} category={category} />
      <Stack as="span" gap={0.5} shrink grow>
        <Text weight="medium" ink={pin.status === 'open' ? undefined : 2} cut dir="auto">
          {pin.title || (
            <Text ink={3} weight="regular">
              {t('pin.untitled')}
            </Text>
          )}
        </Text>
        <Row as="span" gap={3} shrink size="s" ink={2} nowrap className="pin-row-detail">
          <span className="ui-figures">{pin.number === null ? t('pin.unnumbered') : `#${pin.number}`}</span>
          {place !== '' && <span>{place}</span>}
          <TaskSummary one={one} today={today} />
        </Row>
      </Stack>
      {assignee && <AssigneeAvatar assignee={assignee} />}
      <span className="ui-hidden">
        {pin.status !== 'open' && t(`ui.status.${pin.status}`)} {t('pin.taskCount', { count: tasks.length })}
      </span>
    </Row>
  );
}

function AssigneeAvatar({ assignee: { type, id, name } }: { assignee: Assignee }) {
  return type === 'User' ? (
    <PersonAvatar userId={id} name={name} size={24} />
  ) : (
    <Avatar name={name} size={24} square={type === 'TeamGroup'} />
  );
}

type TaskSummaryProps = { one: PinInContext; today: string; bare?: boolean | undefined };

/**
 * The most urgent task status, how many tasks have it, and (unless bare) the next due date, with a separator: "2 3 days
 * late" would read as one figure.
 */
export function TaskSummary({ one, today, bare }: TaskSummaryProps) {
  const t = useT();
  const status = leadingStatus(one.tasks, today);
  if (status === undefined) return null;
  const count = one.tasks.filter((task) => shownStatus(task, today) === status).length;
  const due = bare ? null : nextDue(one.tasks);
  const words = due === null ? '' : dueWords(t, due, today, status === 'overdue' || status === 'rejected');
  return (
    <Row as="span" inline fixed className="pin-row-tasks" data-tone={status} title={t(`task.status.${status}`)}>
      <StatusGlyph status={status} size={14} />
      <span className="ui-hidden">{t(`task.status.${status}`)}</span>
      <span className="ui-figures">{inOneLine([words === '' || count > 1 ? `${count}` : '', words])}</span>
    </Row>
  );
}
