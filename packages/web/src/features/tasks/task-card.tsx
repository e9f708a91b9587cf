// The issue card in one row of a list: picture, status, what is to be done, where, by whom and by when.

import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { useRow } from '../../local/use-rows.ts';
import type { People } from '../../shared/site/people.ts';
import { LocalIssuePicture, pinAppearance } from '../../shared/site/pins/issue-picture.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { StatusGlyph } from '../../ui/marks/status-badge.tsx';
import { useT } from '../../ui/translation.tsx';
import { AssigneeName } from './assignee-name.tsx';
import { DueWords } from './due-text.tsx';
import './tasks.css';

/** The display name of a task: its title, otherwise the start of its description, otherwise the title of its pin. */
export function taskTitle(
  t: Translator,
  task: Pick<TaskRow, 'title' | 'description'>,
  pin?: Pick<PinRow, 'title'>,
): string {
  return task.title || task.description.split('\n')[0]?.slice(0, 200) || pin?.title || t('task.untitled');
}

/** Where the task is: the number of its pin, and its room. */
export function pinLocation(t: Translator, pin: Pick<PinRow, 'number' | 'room'> | undefined): string | undefined {
  if (!pin) return undefined;
  const number = pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number });
  return inOneLine([number, pin.room]);
}

type TaskCardProps = {
  task: TaskRow;
  people: People;
  today: string;
  /** Shown before the title in lists across pins, e.g. the pin's number. */
  place?: string | undefined;
  /** Instead of the task's title, in lists of pins. */
  title?: string | undefined;
  pin?: PinRow | undefined;
  /** With a picture, in lists across pins: its space is kept while the pin is being read. */
  pictured?: boolean | undefined;
};

/** The picture of a task in a list: its newest photo or that of its pin, else the pin's place on the plan. */
export function TaskPicture({ pin, taskId }: { pin: PinRow | undefined; taskId: string }) {
  const category = useRow('category', pin?.categoryId);
  if (!pin) return <span className="issue-picture" aria-hidden="true" />;
  return <LocalIssuePicture pin={pin} taskId={taskId} appearance={pinAppearance(pin, category?.colour ?? null)} />;
}

export function TaskCard({ task, people, today, place, title, pin, pictured }: TaskCardProps) {
  const t = useT();
  const status = shownStatus(task, today);
  return (
    <Row as="span" gap={3} shrink grow className="task-card">
      {pictured && <TaskPicture pin={pin} taskId={task.id} />}
      <StatusGlyph status={status} size={20} />
      <span className="ui-hidden">{t(`task.status.${status}`)}</span>
      <Stack as="span" gap={0.5} shrink grow>
        <Text weight="medium" cut dir="auto">
          {title ?? taskTitle(t, task, pin)}
        </Text>
        <Row as="span" gap="0 3" shrink size="s" ink={2} nowrap clip className="task-card-detail">
          {place !== undefined && <span>{place}</span>}
          <AssigneeName assignee={people.assigneeOf(task)} size={20} />
          <DueWords task={task} today={today} />
        </Row>
      </Stack>
    </Row>
  );
}
