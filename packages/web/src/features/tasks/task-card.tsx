// A task in a list: status, what is to be done, by whom and by when.

import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';
import type { People } from '../../shared/site/people.ts';
import { StatusGlyph } from '../../ui/marks/status-badge.tsx';
import { useT } from '../../ui/translation.tsx';
import { AssigneeName } from './assignee-name.tsx';
import { DueWords } from './due-words.tsx';
import './tasks.css';

/** The display name of a task: its title, otherwise the start of its description. */
export function taskTitle(t: Translator, task: Pick<TaskRow, 'title' | 'description'>): string {
  return task.title || task.description.split('\n')[0]?.slice(0, 200) || t('task.untitled');
}

type TaskCardProps = {
  task: TaskRow;
  people: People;
  today: string;
  /** Shown before the title in lists across pins, e.g. the pin's number. */
  place?: string | undefined;
};

export function TaskCard({ task, people, today, place }: TaskCardProps) {
  const t = useT();
  const status = shownStatus(task, today);
  return (
    <span className="task-card">
      <StatusGlyph status={status} size={20} />
      <span className="ui-hidden">{t(`task.status.${status}`)}</span>
      <span className="task-card-words">
        <span className="task-card-title">{taskTitle(t, task)}</span>
        <span className="task-card-detail">
          {place !== undefined && <span>{place}</span>}
          <AssigneeName assignee={people.assigneeOf(task)} size={20} />
          <DueWords task={task} today={today} />
        </span>
      </span>
    </span>
  );
}
