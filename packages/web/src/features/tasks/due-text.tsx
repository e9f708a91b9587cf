// When a task is due, in words: overdue since, today, or the date.

import { isLate } from '@plumbline/core/features/tasks/status';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';
import { dueWords } from '../../shared/site/due-words.ts';
import { DateIcon, IconMark } from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import './tasks.css';

type Due = Pick<TaskRow, 'status' | 'dueDate'>;

export function dueText(t: Translator, task: Due, today: string): string {
  if (task.dueDate === null) return t('task.noDue');
  if (isLate(task, today)) return t('task.overdueSince', { day: t.date(task.dueDate, 'medium') });
  if (task.dueDate === today) return t('task.dueToday');
  return t('task.dueOn', { day: t.date(task.dueDate, 'medium') });
}

type DueWordsProps = {
  task: Due;
  today: string;
  /** Under a heading that says what the date is. */
  bare?: boolean | undefined;
};

/** The date next to a calendar icon, red when late; screen readers get the full sentence. */
export function DueWords({ task, today, bare = false }: DueWordsProps) {
  const t = useT();
  const { dueDate } = task;
  if (dueDate === null) return null;
  const late = isLate(task, today);
  const words = dueWords(t, dueDate, today, late);
  return (
    <Row as="span" inline nowrap figures icons="small quiet" className="task-due" data-overdue={late ? '' : undefined}>
      {bare ? (
        words
      ) : (
        <>
          <IconMark icon={DateIcon} />
          <span className="ui-hidden">{dueText(t, task, today)}</span>
          <span aria-hidden="true">{words}</span>
        </>
      )}
    </Row>
  );
}
