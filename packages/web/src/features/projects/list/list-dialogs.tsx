// The dialogs over the project list that have URLs of their own.
import { useRouter } from '@tanstack/react-router';
import { useProject } from '../../../shared/data/project-queries.ts';
import { projectsAddress } from '../../../shared/navigation/addresses.ts';
import { useUser } from '../../../shared/session/session.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ImportsDialog } from '../../imports/imports-dialog.tsx';
import { CopyProjectDialog } from '../create/copy-project-dialog.tsx';
import { NewFolderDialog, RenameFolderDialog } from '../folders/folder-dialogs.tsx';
import type { FolderTree } from '../folders/folder-tree.ts';
import { MoveDialog, type Moving } from '../folders/move-dialog.tsx';
import type { useMoves } from '../folders/use-moves.ts';
import { type ListRow, mayMove, placeOf } from './list-rows.ts';
import type { useListTask } from './use-list-task.ts';

const WORDS = {
  folder: { title: 'project.missing', text: 'project.missingFolder' },
  project: { title: 'project.missing', text: 'project.missingProject' },
  /** The URL names nothing to move. */
  choice: { title: 'project.nothingChosen', text: 'project.missingChoice' },
  /** The user lacks the permission to create projects. */
  right: { title: 'project.notAllowedNew', text: 'organisation.notAllowedText' },
} as const;

/** For a URL that refers to something that does not exist, or that the user may not create or change. */
function MissingDialog({ what, onClose }: { what: keyof typeof WORDS; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t(WORDS[what].title)}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="brand" onPress={onClose} autoFocus>
          {t('project.backToList')}
        </Button>
      }
    >
      {t(WORDS[what].text)}
    </Dialog>
  );
}

type ListDialogsProps = {
  task: ReturnType<typeof useListTask>;
  tree: FolderTree;
  rows: readonly ListRow[];
  /** The folders have loaded. */
  ready: boolean;
  folderId: string | null;
  moves: ReturnType<typeof useMoves>;
  placeName: (id: string | null) => string;
};

export function ListDialogs({ task: { task, close }, tree, rows, ready, moves, placeName }: ListDialogsProps) {
  const t = useT();
  const router = useRouter();
  const mayCreate = useUser().permissions.includes('project.create');
  if (!task || !ready) return null;
  switch (task.opens) {
    case 'newFolder':
      if (!mayCreate) return <MissingDialog what="right" onClose={close} />;
      return (
        <NewFolderDialog
          parent={task.parentId === null ? undefined : tree.byId.get(task.parentId)}
          onClose={close}
          onMade={(id) =>
            showToast({
              kind: 'success',
              text: t('project.folderMade'),
              undoLabel: t('project.openFolder'),
              onUndo: () => router.history.push(projectsAddress(id)),
            })
          }
        />
      );
    case 'rename': {
      const folder = tree.byId.get(task.folderId);
      if (!folder?.mayChange) return <MissingDialog what="folder" onClose={close} />;
      return <RenameFolderDialog folder={folder} onClose={close} />;
    }
    case 'move':
      return <MoveEntries moving={task} onClose={close} {...{ tree, rows, moves, placeName }} />;
    case 'copy':
      return <Copying projectId={task.projectId} onClose={close} />;
    case 'importStatus':
      return <ImportsDialog onClose={close} />;
  }
}

type MoveEntriesProps = Pick<ListDialogsProps, 'tree' | 'rows' | 'moves' | 'placeName'> & {
  moving: Moving;
  onClose: () => void;
};

/**
 * If none of the entries is in the list below, the permissions of the first project decide whether moving is allowed.
 */
function MoveEntries({ moving, tree, rows, moves, placeName, onClose }: MoveEntriesProps) {
  const { settings, permissions } = useUser();
  const going = [...moving.projects, ...moving.folders];
  const known = rows.filter((row) => going.includes(row.id));
  const [asked = ''] = known.length === 0 ? moving.projects : [];
  const project = useProject(asked, asked !== '');
  if (going.length === 0) return <MissingDialog what="choice" onClose={onClose} />;
  if (asked !== '' && project.isPending) return null;
  const movable =
    asked === ''
      ? known.length === 0 || known.some((row) => mayMove(row, settings.admin))
      : project.data?.permissions.includes('project.edit');
  if (!movable) return <MissingDialog what="project" onClose={onClose} />;
  const places = new Set(known.map(placeOf));
  return (
    <MoveDialog
      moving={moving}
      name={going.length === 1 ? known[0]?.name : undefined}
      tree={tree}
      present={known.length === going.length && places.size === 1 ? [...places][0] : undefined}
      busy={moves.busy}
      mayMakeFolder={permissions.includes('project.create')}
      onMove={(to) => moves.moveTo(moving, to, placeName(to), known, onClose)}
      onClose={onClose}
    />
  );
}

/** The project may be missing from the list below, e.g. when the URL was bookmarked. */
function Copying({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const project = useProject(projectId);
  if (project.data?.permissions.includes('project.edit')) {
    return <CopyProjectDialog project={project.data} onClose={onClose} />;
  }
  return project.isPending ? null : <MissingDialog what="project" onClose={onClose} />;
}
