// The dialog that is open over the plans, and the dialogs that change the tree.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { NameDialog } from '../../../shared/dialogs/name-dialog.tsx';
import { buildTree, foldersFor, plansAt, type Tree } from '../../../shared/site/plan-tree.ts';
import { later } from '../../../ui/later.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MoveDialog, RenameDialog } from './plan-dialogs.tsx';
import type { PlanActions } from './use-plan-actions.ts';

const OfflineDialog = later(() => import('../offline/offline-dialog.tsx').then((its) => its.OfflineDialog));
const RemoveDialog = later(() => import('../offline/remove-dialog.tsx').then((its) => its.RemoveDialog));

export type PlanTask =
  | { kind: 'import' }
  | { kind: 'status' }
  | { kind: 'newFolder'; parentId: string | null }
  | { kind: 'rename'; row: PlanRow }
  | { kind: 'move'; rows: readonly PlanRow[] }
  | { kind: 'offline'; rows: readonly PlanRow[] }
  | { kind: 'removeOffline'; row: PlanRow }
  /** The URL refers to something that does not exist. */
  | { kind: 'missing' }
  /** The URL refers to something the role does not allow. */
  | { kind: 'forbidden' };

/** As in URLs. */
export type PlanTaskName = 'import' | 'importStatus' | 'newFolder' | 'rename' | 'move' | 'offline' | 'removeOffline';

/** The dialog that a URL opens. `entryId`: as in the URL, several separated by commas. */
export function taskFromUrl(
  opens: PlanTaskName | undefined,
  entryId: string | undefined,
  rows: readonly PlanRow[],
): PlanTask | undefined {
  if (opens === 'import') return { kind: 'import' };
  if (opens === 'importStatus') return { kind: 'status' };
  if (opens === 'newFolder') {
    const isFolder = entryId === undefined || rows.some(({ id, type }) => id === entryId && type === 'Folder');
    return isFolder ? { kind: 'newFolder', parentId: entryId ?? null } : { kind: 'missing' };
  }
  if (opens === 'move') {
    if (entryId === undefined || entryId === '') return undefined;
    const wanted = new Set(entryId?.split(','));
    const moving = rows.filter((one) => wanted.has(one.id));
    return moving.length > 0 ? { kind: 'move', rows: moving } : { kind: 'missing' };
  }
  if (opens === undefined) return undefined;
  const row = rows.find((one) => one.id === entryId);
  if (!row) return { kind: 'missing' };
  return opens === 'offline' ? { kind: opens, rows: plansAt(buildTree(rows), row) } : { kind: opens, row };
}

/** Whether everyone who sees the plans may do it, not only those who manage them. */
export const isForAll = (task: PlanTask | undefined): boolean =>
  task?.kind === 'offline' || task?.kind === 'removeOffline' || task?.kind === 'missing';

export type PlanDialogsProps = {
  task: PlanTask | undefined;
  tree: Tree;
  planActions: PlanActions;
  onClose: () => void;
  /** Called after entries were moved. */
  onDone: () => void;
};

export function PlanDialogs({ task, tree, planActions, onClose, onDone }: PlanDialogsProps) {
  const t = useT();
  if (task?.kind === 'missing') {
    return (
      <Dialog title={t('project.missing')} size="small" isOpen onClose={onClose}>
        {t('plan.missing')}
      </Dialog>
    );
  }
  if (task?.kind === 'forbidden') {
    return (
      <Dialog title={t('project.notAllowedPlans')} size="small" isOpen onClose={onClose}>
        {t('project.noRightText')}
      </Dialog>
    );
  }
  if (task?.kind === 'offline') return <OfflineDialog plans={task.rows} onClose={onClose} />;
  if (task?.kind === 'removeOffline') return <RemoveDialog plan={task.row} onClose={onClose} />;
  if (task?.kind === 'newFolder') {
    return (
      <NameDialog
        title={t('plan.newFolder')}
        label={t('plan.folderName')}
        confirm={t('plan.createFolder')}
        needed={t('plan.nameNeeded')}
        onSave={(name) => planActions.createFolder(name, task.parentId)}
        onClose={onClose}
      />
    );
  }
  if (task?.kind === 'rename') {
    return <RenameDialog key={task.row.id} row={task.row} isOpen onClose={onClose} onRename={planActions.rename} />;
  }
  if (task?.kind === 'move') {
    return (
      <MoveDialog
        rows={task.rows}
        folders={foldersFor(tree, new Set(task.rows.map((row) => row.id)), t.locale)}
        isOpen
        onClose={onClose}
        onMove={async (parentId, folder) => {
          const done = await planActions.move(task.rows, parentId, folder);
          if (done) onDone();
          return done;
        }}
      />
    );
  }
  return null;
}
