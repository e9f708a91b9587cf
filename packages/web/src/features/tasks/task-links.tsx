// Related tasks: those that block it, those it blocks, and its neighbours in a series.
import { isBlocking } from '@plumbline/core/features/tasks/dependencies';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { nextTaskId, previousTaskId } from '@plumbline/core/site/values/repeat';
import { useRow, useRows } from '../../local/use-rows.ts';
import { taskAddress } from '../../shared/navigation/addresses.ts';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { StatusGlyph } from '../../ui/marks/status-badge.tsx';
import { useT } from '../../ui/translation.tsx';
import { DueWords } from './due-text.tsx';
import { taskTitle } from './task-card.tsx';
import './tasks.css';

type TaskLinksProps = { projectId: string; task: TaskRow; today: string };

export function TaskLinks({ projectId, task, today }: TaskLinksProps) {
  const t = useT();
  const tasks = useRows('task', projectId);
  const before = useRow('task', previousTaskId(task.id));
  const after = useRow('task', nextTaskId(task.id));
  const byId = new Map(tasks?.map((one) => [one.id, one]));
  const awaited = task.dependsOn.map((id) => ({ id, task: byId.get(id) }));
  // A finished task no longer blocks anything, but is still listed to explain the dependency.
  const waiting = tasks?.filter((one) => one.dependsOn.includes(task.id)) ?? [];
  const series = [before, after].flatMap((one) => (one ? [{ id: one.id, task: one }] : []));
  const open = awaited.filter((one) => one.task && isBlocking(one.task)).length;
  const parts = [
    { id: 'awaited', word: t('task.dependsOn'), tasks: tasks ? awaited : [], open },
    { id: 'waiting', word: t('task.holdsUp'), tasks: waiting.map((one) => ({ id: one.id, task: one })), open: 0 },
    { id: 'series', word: t('task.series'), tasks: series, open: 0 },
  ].filter((part) => part.tasks.length > 0);
  if (parts.length === 0) return null;
  return (
    <Stack gap={3} line="above" className="task-links">
      {parts.map((part) => (
        <section key={part.id} aria-label={part.word}>
          <h4>
            {part.word}
            {part.open > 0 && <span className="task-links-open"> {t('task.stillOpen', { count: part.open })}</span>}
          </h4>
          <ul className="task-waits">
            {part.tasks.map((one) => (
              <li key={one.id}>
                {one.task ? (
                  <a href={taskAddress(projectId, one.id)}>
                    <StatusGlyph status={shownStatus(one.task, today)} />
                    <span className="ui-hidden">{t(`task.status.${shownStatus(one.task, today)}`)}</span>
                    <Text shrink grow cut className="task-waits-name">
                      {one.task.number !== null && `#${one.task.number} `}
                      {taskTitle(t, one.task)}
                    </Text>
                    <DueWords task={one.task} today={today} />
                  </a>
                ) : (
                  <Text ink={3}>{t('task.hiddenOne')}</Text>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
