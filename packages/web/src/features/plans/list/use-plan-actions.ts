// Actions on entries of the plan tree, each with undo.
import { listRevisions } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useMemo } from 'react';
import { callAll } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';

export function usePlanActions(projectId: string) {
  const t = useT();
  const act = useAct(projectId);
  return useMemo(() => {
    const moveBack = async (rows: readonly PlanRow[]) => {
      for (const row of rows) await act('plan.move', { ids: [row.id], parentId: row.parentId });
    };
    const setActive = async (rows: readonly PlanRow[], active: boolean) => {
      const done: PlanRow[] = [];
      for (const row of rows) if (await act('plan.setActive', { id: row.id, active })) done.push(row);
      return done;
    };
    return {
      createFolder: (name: string, parentId: string | null) =>
        act('folder.create', { id: crypto.randomUUID(), name, parentId }),
      rename: async (row: PlanRow, name: string, sheetNumber: string) => {
        if (!(await act('plan.rename', { id: row.id, name, sheetNumber }))) return false;
        showToast({
          text: t('plan.renamed'),
          onUndo: () => void act('plan.rename', { id: row.id, name: row.name, sheetNumber: row.sheetNumber }),
        });
        return true;
      },
      move: async (rows: readonly PlanRow[], parentId: string | null, folder: string) => {
        if (!(await act('plan.move', { ids: rows.map((row) => row.id), parentId }))) return false;
        showToast({ text: t('plan.moved', { count: rows.length, folder }), onUndo: () => void moveBack(rows) });
        return true;
      },
      setActive: async (rows: readonly PlanRow[], active: boolean) => {
        const done = await setActive(rows, active);
        if (done.length === 0) return false;
        showToast({
          text: t(active ? 'plan.madeActive' : 'plan.madeInactive', { count: done.length }),
          onUndo: () => void setActive(done, !active),
        });
        return true;
      },
      download: async (row: PlanRow) => {
        try {
          const revisions = await callAll(listRevisions, {
            params: { projectId, planId: row.id },
            query: { size: 200 },
          });
          const current = revisions.find((one) => one.current);
          if (!current) return;
          const link = document.createElement('a');
          link.href = current.original;
          link.download = current.originalName;
          link.click();
        } catch (error) {
          showToast({ kind: 'error', text: failureText(t, error) });
        }
      },
    };
  }, [act, projectId, t]);
}

export type PlanActions = ReturnType<typeof usePlanActions>;
