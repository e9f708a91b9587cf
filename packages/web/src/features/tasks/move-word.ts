// The label of a status move, the same on every screen.
import type { TaskMove } from '@plumbline/core/features/tasks/status';
import type { TaskStatus } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';

/** Closing a task that is done verifies it. */
export const moveWord = (t: Translator, move: TaskMove, status: TaskStatus): string =>
  move === 'close' && status === 'done' ? t('issue.verify') : t(`task.move.${move}`);
