// Changes to a task that the server refused, e.g. because someone else had changed the status first: shown on the task,
// with the comment that would be lost, until dismissed.
import { useEffect, useRef } from 'react';
import { editsHere, type RejectedEdit, useSyncStatus } from '../../local/use-rows.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useT } from '../../ui/translation.tsx';

type TaskInput = { id?: unknown; comment?: { text?: unknown } };

const ofTask = (edit: RejectedEdit, taskId: string): boolean =>
  edit.name.startsWith('task.') && (edit.input as TaskInput | null)?.id === taskId;

/** The comment text of a refused edit. */
function wordsOf({ input }: RejectedEdit): string | undefined {
  const text = (input as TaskInput | null)?.comment?.text;
  return typeof text === 'string' ? text : undefined;
}

export function TaskRefusals({ taskId }: { taskId: string }) {
  const t = useT();
  const refused = useSyncStatus(({ rejected }) => rejected).filter((edit) => ofTask(edit, taskId));
  return refused.map((edit) => (
    <Notice key={edit.n} kind="error" onDismiss={() => void editsHere().discard(edit.n)}>
      {t(`error.${edit.code}`, edit.params)}
      {wordsOf(edit) !== undefined && <q className="task-refused-words">{wordsOf(edit)}</q>}
    </Notice>
  ));
}

/** Shows a toast for newly refused edits of tasks that are not open. */
export function useRefusalToasts(projectId: string, openTaskId: string | undefined): void {
  const t = useT();
  const rejected = useSyncStatus((status) => status.rejected);
  const seen = useRef<Set<number>>(undefined);
  useEffect(() => {
    const known = seen.current;
    seen.current = new Set(rejected.map((edit) => edit.n));
    // Edits refused before this screen was opened have already been reported.
    if (!known) return;
    for (const edit of rejected) {
      const mine = edit.projectId === projectId && edit.name.startsWith('task.');
      if (!mine || known.has(edit.n) || (openTaskId !== undefined && ofTask(edit, openTaskId))) continue;
      showToast({ kind: 'error', text: t(`error.${edit.code}`, edit.params) });
    }
  }, [rejected, projectId, openTaskId, t]);
}
