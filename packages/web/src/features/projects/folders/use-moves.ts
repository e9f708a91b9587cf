// Moves several projects and folders at once: successful moves can be undone, failed ones are reported with the reason.
import { isErrorCode } from '@plumbline/core/kernel/errors';
import { useState } from 'react';
import type { BatchResult } from '../../../shared/batch/result-dialog.tsx';
import { useMoveProjects, useSetProjectsActive } from '../../../shared/data/project-queries.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import { idsOfKind, type ListRow, placeOf } from '../list/list-rows.ts';

type Named = ReadonlyMap<string, string>;

export function useMoves(names: Named, onDone: () => void) {
  const t = useT();
  const move = useMoveProjects();
  const activate = useSetProjectsActive();
  const [result, setResult] = useState<BatchResult>();
  const fail = (error: unknown) => showToast({ kind: 'error', text: failureText(t, error) });
  const nameOf = (id: string) => names.get(id) ?? t('project.unknown');
  const reasonOf = (code: string) =>
    code === 'invalid_input' ? t('project.intoItself') : isErrorCode(code) ? t(`error.${code}`) : code;

  /** Moves each row back to its previous folder. */
  const moveBack = async (rows: readonly ListRow[]) => {
    const places = Map.groupBy(rows, placeOf);
    try {
      for (const [parentId, some] of places) {
        await move.mutateAsync({
          projectIds: idsOfKind(some, 'project'),
          folderIds: idsOfKind(some, 'folder'),
          parentId,
        });
      }
    } catch (error) {
      fail(error);
    }
  };

  const moveTo = (
    ids: { projects: readonly string[]; folders: readonly string[] },
    parentId: string | null,
    folder: string,
    known: readonly ListRow[],
    after?: () => void,
  ) =>
    move.mutate(
      { projectIds: [...ids.projects], folderIds: [...ids.folders], parentId },
      {
        onSuccess: ({ moved, skipped }) => {
          after?.();
          onDone();
          const rows = known.filter((row) => moved.includes(row.id));
          if (skipped.length > 0) {
            const refused = skipped.map(({ id, code }) => ({ id, name: nameOf(id), reason: reasonOf(code) }));
            return setResult({ done: moved.length, refused });
          }
          showToast({
            text: t('project.moved', { count: moved.length, folder }),
            ...(rows.length === moved.length && { onUndo: () => void moveBack(rows) }),
          });
        },
        onError: fail,
      },
    );

  const setActive = (rows: readonly ListRow[], active: boolean, after?: () => void) => {
    const ids = idsOfKind(rows, 'project');
    activate.mutate(
      { ids, active },
      {
        onSuccess: ({ done, refused }) => {
          onDone();
          if (refused.length > 0) {
            return setResult({
              done: done.length,
              refused: refused.map(({ id, error }) => ({ id, name: nameOf(id), reason: failureText(t, error) })),
            });
          }
          showToast({
            text: t(active ? 'project.madeActive' : 'project.madeInactive', { count: done.length }),
            onUndo: () =>
              setActive(
                rows.filter((row) => done.includes(row.id)),
                !active,
              ),
          });
        },
        onError: fail,
        onSettled: () => after?.(),
      },
    );
  };

  return { moveTo, setActive, busy: move.isPending || activate.isPending, result, clear: () => setResult(undefined) };
}
