// The data of My work: from the server, or from the rows of this device while it cannot be reached.
import {
  type Issue,
  listMyWork,
  MAX_WORK,
  WORK_GROUPS,
  type WorkGroup,
  workGroup,
} from '@plumbline/core/features/tasks/my-work';
import { TASK_MOVES } from '@plumbline/core/features/tasks/status';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { performOnDevice, useSyncStatus } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import { issueTitle } from '../issue/issue-card.tsx';

const MY_WORK = ['my-work'] as const;

export type WorkFilter = { project?: string[] | undefined; craft?: string[] | undefined };

/** The tasks that wait for the user; `size` of each part. */
export function useMyWork(filter: WorkFilter, size: number) {
  return useQuery({
    queryKey: [...MY_WORK, filter, size],
    queryFn: ({ signal }) => call(listMyWork, { query: { ...filter, size: Math.min(size, MAX_WORK) } }, { signal }),
    placeholderData: (before) => before,
    refetchOnWindowFocus: true,
  });
}

export type WorkGroups = { group: WorkGroup; issues: Issue[] }[];

/** In groups, without empty ones. */
export function groupsOf(issues: readonly Issue[]): WorkGroups {
  const groups = Map.groupBy(issues, (issue) => workGroup(issue, issue.today));
  return WORK_GROUPS.flatMap((group) => {
    const content = groups.get(group);
    return content ? [{ group, issues: content }] : [];
  });
}

/**
 * Moves tasks from a list across projects; `onMove` is a stable function. Moved tasks keep their place until the
 * server's list is read again.
 */
export function useIssueMoves() {
  const t = useT();
  const cache = useQueryClient();
  const pending = useSyncStatus((status) => status.pending);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<ReadonlyMap<string, Issue['status']>>(new Map());
  const sent = useRef(false);
  useEffect(() => {
    if (pending > 0) {
      sent.current = true;
      return;
    }
    if (!sent.current) return;
    sent.current = false;
    void cache.invalidateQueries({ queryKey: MY_WORK }).then(() => setMoved(new Map()));
  }, [pending, cache]);

  const perform = useCallback(
    async (issue: Issue, move: NonNullable<Issue['move']>, status: Issue['status']): Promise<boolean> => {
      setBusy((now) => new Set([...now, issue.id]));
      try {
        await performOnDevice(issue.projectId, 'task.setStatus', { id: issue.id, move });
        setMoved((now) => new Map([...now, [issue.id, status]]));
        return true;
      } catch (error) {
        showToast({ kind: 'error', text: failureText(t, error) });
        // The task, or the access to its project, may be gone.
        void cache.invalidateQueries({ queryKey: MY_WORK });
        return false;
      } finally {
        setBusy((now) => new Set([...now].filter((id) => id !== issue.id)));
      }
    },
    [t, cache],
  );

  const onMove = useCallback(
    async (issue: Issue): Promise<void> => {
      if (issue.move === null) return;
      const status = TASK_MOVES[issue.move].to;
      if (!(await perform(issue, issue.move, status))) return;
      const back = issue.move === 'markDone' ? 'undone' : issue.move === 'close' ? 'reopen' : undefined;
      showToast({
        text: t('task.moved', { task: issueTitle(t, issue), status: t(`task.status.${status}`) }),
        ...(back && { onUndo: () => void perform(issue, back, 'open'), undoLabel: t(`task.move.${back}`) }),
      });
    },
    [t, perform],
  );

  return { onMove, busy, moved };
}
