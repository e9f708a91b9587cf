// The dialog that is open over the plans, and the dialogs that change the tree.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { foldersFor, type Tree } from '../../../shared/site/plan-tree.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { FolderDialog, MoveDialog, RenameDialog } from './plan-dialogs.tsx';
import type { PlanActs } from './use-plan-acts.ts';

export type PlanTask =
  | { kind: 'import' }
  | { kind: 'status' }
  | { kind: 'newFolder'; parentId: string | null }
  | { kind: 'rename'; row: PlanRow }
  | { kind: 'move'; rows: readonly PlanRow[] }
  /** The URL refers to something that does not exist. */
  | { kind: 'missing' }
  /** The URL refers to something the role does not allow. */
  | { kind: 'forbidden' };

export type PlanDialogsProps = {
  task: PlanTask | undefined;
  tree: Tree;
  acts: PlanActs;
  onClose: () => void;
  /** Called after entries were moved. */
  onDone: () => void;
};

export function PlanDialogs({ task, tree, acts, onClose, onDone }: PlanDialogsProps) {
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
  if (task?.kind === 'newFolder') {
    return <FolderDialog isOpen onClose={onClose} onCreate={(name) => acts.createFolder(name, task.parentId)} />;
  }
  if (task?.kind === 'rename') {
    return <RenameDialog key={task.row.id} row={task.row} isOpen onClose={onClose} onRename={acts.rename} />;
  }
  if (task?.kind === 'move') {
    return (
      <MoveDialog
        rows={task.rows}
        folders={foldersFor(tree, new Set(task.rows.map((row) => row.id)), t.locale)}
        isOpen
        onClose={onClose}
        onMove={async (parentId, folder) => {
          const done = await acts.move(task.rows, parentId, folder);
          if (done) onDone();
          return done;
        }}
      />
    );
  }
  return null;
}
