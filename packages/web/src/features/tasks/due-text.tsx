// When a task is due, in words: overdue since, today, or the date.

import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';
import { dueWords } from '../../shared/site/due-words.ts';
import { DateIcon, IconMark } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import './tasks.css';

type Due = Pick<TaskRow, 'status' | 'dueDate'>;

export function dueText(t: Translator, task: Due, today: string): string {
  if (task.dueDate === null) return t('task.noDue');
  if (shownStatus(task, today) === 'overdue') return t('task.overdueSince', { day: t.date(task.dueDate, 'medium') });
  if (task.dueDate === today) return t('task.dueToday');
  return t('task.dueOn', { day: t.date(task.dueDate, 'medium') });
}

/** The date next to a calendar icon, red when overdue; screen readers get the full sentence. */
export function DueWords({ task, today }: { task: Due; today: string }) {
  const t = useT();
  const { status, dueDate } = task;
  if (dueDate === null) return null;
  const needsWork = status === 'open' || status === 'rejected';
  return (
    <span className="task-due" data-overdue={needsWork && dueDate < today ? '' : undefined}>
      <IconMark icon={DateIcon} />
      <span className="ui-hidden">{dueText(t, task, today)}</span>
      <span aria-hidden="true">{dueWords(t, dueDate, today, needsWork)}</span>
    </span>
  );
}
