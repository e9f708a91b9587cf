// The tasks of a pin; pressing one opens it in place.
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { People } from '../../../shared/site/people.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useFirstRows } from '../../../ui/data/first-rows.tsx';
import { AddIcon } from '../../../ui/icons.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { CallLink } from '../../tasks/call-link.tsx';
import { TaskCard } from '../../tasks/task-card.tsx';

type PinTasksProps = {
  tasks: readonly TaskRow[];
  people: People;
  today: string;
  mayAdd: boolean;
  /** The task that was open until now: its row has the focus. */
  closed: string | undefined;
  onOpen: (taskId: string) => void;
  onAdd: () => void;
};

const FINISHED = new Set(['closed', 'inactive']);

const takeFocus = (row: HTMLElement | null) => row?.focus({ preventScroll: true });

export function PinTasks({ tasks, people, today, mayAdd, closed, onOpen, onAdd }: PinTasksProps) {
  const t = useT();
  const rank = (task: TaskRow) => (FINISHED.has(task.status) ? 1 : 0);
  const due = (task: TaskRow) => task.dueDate ?? '9999';
  const ordered = tasks.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (due(a) !== due(b)) return due(a) < due(b) ? -1 : 1;
    return a.createdAt < b.createdAt ? 1 : -1;
  });
  const [shown, more] = useFirstRows(ordered);
  const add = mayAdd && (
    <Button icon={AddIcon} onPress={onAdd}>
      {t('task.add')}
    </Button>
  );
  if (tasks.length === 0) {
    return (
      <Stack gap={3} align="start">
        <Text ink={2}>{t(mayAdd ? 'task.emptyText' : 'task.emptyTitle')}</Text>
        {add}
      </Stack>
    );
  }
  return (
    <Stack gap={4} align="start" className="pin-tasks">
      <Stack as="ul" gap={0} className="task-cards">
        {shown.map((task) => (
          <li key={task.id}>
            <button
              type="button"
              className="task-open ui-pressable"
              onClick={() => onOpen(task.id)}
              ref={task.id === closed ? takeFocus : undefined}
            >
              <TaskCard task={task} people={people} today={today} />
            </button>
            {!FINISHED.has(task.status) && <CallLink phone={people.assigneeOf(task)?.phone} />}
          </li>
        ))}
      </Stack>
      {more}
      {add}
    </Stack>
  );
}
