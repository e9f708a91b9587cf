// Follows links within the app.
import { HOME, readTaskAddress } from '../shared/navigation/addresses.ts';
import { router } from './router.tsx';

/** Lists of several projects, which stay while one of their tasks is open beside them. */
const TASKS_BESIDE: readonly string[] = [HOME, '/notifications'];

/**
 * Opens an address of the app. A task opens beside the list that is open, and the browser shows the address of the task,
 * so that it can be copied; opened anywhere else, that address shows the tasks of its project.
 */
export function openAddress(href: string): void {
  const read = readTaskAddress(href);
  const { pathname, search } = router.state.location;
  if (!read || !TASKS_BESIDE.includes(pathname)) {
    router.history.push(href);
    return;
  }
  const { project, task } = read;
  const tasks: string = `/project/${project}/tasks`;
  void router.navigate({
    to: pathname,
    search: { project, task },
    mask: { to: tasks, search: { task } },
    // One step back leads to the list, however many of its tasks have been open.
    replace: 'task' in search,
  });
}
