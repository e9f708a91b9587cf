// A task beside the list of several projects that it was opened from, over it where there is no room for both. The list
// stays as it is, and the project is read only as far as the task needs it.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { isId } from '../../shared/navigation/addresses.ts';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { later } from '../../ui/later.tsx';
import { SplitPane } from '../../ui/layout/split-pane.tsx';
import { HANDHELD, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';

const TaskPanel = later(() => import('./task-panel.tsx').then((its) => its.TaskPanel), <Waiting shape="panel" />);

const idIn = (value: unknown): string | undefined => (typeof value === 'string' && isId(value) ? value : undefined);

/** The task that is open beside the list; its project and id are in the query of the screen. */
export function useTaskBeside(): { project: string | undefined; task: string | undefined } {
  const { project, task } = useSearch({ strict: false }) as Record<string, unknown>;
  return { project: idIn(project), task: idIn(task) };
}

export function TaskBeside({ children }: { children: ReactNode }) {
  const t = useT();
  const isOver = useMedia(HANDHELD);
  const router = useRouter();
  const navigate = useNavigate();
  const open = useTaskBeside();
  // What was pressed is marked before the task is rendered.
  const project = useDeferredValue(open.project);
  const task = useDeferredValue(open.task);
  const isOpen = project !== undefined && task !== undefined;
  // Over the list, going back closes the task. Beside it, that would also undo the scrolling of the list since then.
  const close = () =>
    isOver && router.latestLocation.maskedLocation
      ? router.history.back()
      : void navigate({ to: '.', search: {}, replace: true });
  return (
    <SplitPane
      storageKey="tasks"
      label={t('task.list')}
      side="end"
      initial={440}
      minSize={360}
      alone={isOver && 'over'}
      isOpen={isOpen}
      aside={isOpen && <TaskPanel key={task} projectId={project} taskId={task} onClose={close} />}
    >
      {children}
    </SplitPane>
  );
}
