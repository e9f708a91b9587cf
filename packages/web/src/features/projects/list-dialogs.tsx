// The windows above the list of projects that have addresses of their own.
import { useRouter } from '@tanstack/react-router';
import { projectsAddress } from '../../app/addresses.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useT } from '../../ui/translation.tsx';
import { CopyProjectDialog } from './copy-project-dialog.tsx';
import { NewFolderDialog, RenameFolderDialog } from './folder-dialogs.tsx';
import type { FolderTree } from './folder-tree.ts';
import { ImportsDialog } from './imports-dialog.tsx';
import { type ListRow, placeOf } from './list-rows.ts';
import { MissingDialog } from './missing-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useProject } from './queries.ts';
import type { useListTask } from './use-list-task.ts';
import type { useMoves } from './use-moves.ts';

type ListDialogsProps = {
  task: ReturnType<typeof useListTask>;
  tree: FolderTree;
  rows: readonly ListRow[];
  /** The folders have come. */
  ready: boolean;
  folderId: string | null;
  moves: ReturnType<typeof useMoves>;
  placeName: (id: string | null) => string;
};

export function ListDialogs({ task: { task, close }, tree, rows, ready, moves, placeName }: ListDialogsProps) {
  const t = useT();
  const router = useRouter();
  if (!task || !ready) return null;
  switch (task.opens) {
    case 'newFolder':
      return (
        <NewFolderDialog
          parent={task.parentId === null ? undefined : tree.byId.get(task.parentId)}
          onClose={close}
          onMade={(id) => {
            close();
            showToast({
              kind: 'success',
              text: t('project.folderMade'),
              undoLabel: t('project.openFolder'),
              onUndo: () => router.history.push(projectsAddress(id)),
            });
          }}
        />
      );
    case 'rename': {
      const folder = tree.byId.get(task.folderId);
      if (!folder?.mayChange) return <MissingDialog what="folder" onClose={close} />;
      return <RenameFolderDialog folder={folder} onClose={close} />;
    }
    case 'move': {
      const going = [...task.projects, ...task.folders];
      if (going.length === 0) return <MissingDialog what="project" onClose={close} />;
      const known = rows.filter((row) => going.includes(row.id));
      const places = new Set(known.map(placeOf));
      return (
        <MoveDialog
          moving={task}
          name={going.length === 1 ? known[0]?.name : undefined}
          tree={tree}
          present={known.length === going.length && places.size === 1 ? [...places][0] : undefined}
          busy={moves.busy}
          onMove={(to) => moves.moveTo(task, to, placeName(to), known, close)}
          onClose={close}
        />
      );
    }
    case 'copy':
      return <Copying projectId={task.projectId} onClose={close} />;
    case 'importStatus':
      return <ImportsDialog onClose={close} />;
  }
}

/** The project may not be in the list below, as when its address was kept. */
function Copying({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const project = useProject(projectId);
  if (project.data?.permissions.includes('project.edit')) {
    return <CopyProjectDialog project={project.data} onClose={onClose} />;
  }
  return project.isPending ? null : <MissingDialog what="project" onClose={onClose} />;
}
