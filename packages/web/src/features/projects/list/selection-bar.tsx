// Actions for all selected projects and folders; shown at the bottom of the screen while any are selected.

import { listProjects, type ProjectEntry } from '@plumbline/core/features/projects/contract';
import { useMutation } from '@tanstack/react-query';
import { callAll } from '../../../api/client.ts';
import { ChosenBar } from '../../../shared/batch/selection-bar.tsx';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { ArchiveIcon, DownloadIcon, MoreVerticalIcon, MoveIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { type FolderTree, pathTo } from '../folders/folder-tree.ts';
import type { ProjectView } from '../project-view.ts';
import { idsOfKind, type ListRow } from './list-rows.ts';

/** Only members may archive a project. */
const isArchivable = (row: ListRow): boolean => row.kind === 'folder' || row.project.role !== null;

/** `state`: which projects of the folders are listed. */
async function archivedProjects(
  rows: readonly ListRow[],
  tree: FolderTree,
  state: ProjectView['state'],
): Promise<ProjectEntry[]> {
  const selected = rows.flatMap((row) => (row.kind === 'project' && isArchivable(row) ? [row.project] : []));
  const folders = idsOfKind(rows, 'folder');
  if (folders.length === 0) return selected;
  const ids = new Set(selected.map(({ id }) => id));
  const own = await callAll(listProjects, { query: { whose: 'mine', state, size: 1_000 } });
  const inside = own.filter(
    ({ id, folderId }) => !ids.has(id) && pathTo(tree, folderId).some((folder) => folders.includes(folder.id)),
  );
  return [...selected, ...inside];
}

const ArchiveDialog = later(() => import('../../archives/archive-dialog.tsx').then((its) => its.ArchiveDialog));

type SelectionBarProps = {
  rows: readonly ListRow[];
  tree: FolderTree;
  state: ProjectView['state'];
  busy: boolean;
  /** Selects every row of the list; undefined when all are selected already. */
  onAll: (() => void) | undefined;
  total: number;
  onMove: (rows: readonly ListRow[]) => void;
  onSetActive: (rows: readonly ListRow[], active: boolean) => void;
  onClear: () => void;
};

export function SelectionBar(props: SelectionBarProps) {
  const { rows, tree, state, busy, onAll, total, onMove, onSetActive, onClear } = props;
  const t = useT();
  const phone = useMedia(PHONE);
  const archived = useMutation({
    mutationFn: () => archivedProjects(rows, tree, state),
    onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
  });
  const projects = rows.filter((row) => row.kind === 'project');
  const inactive = projects.length > 0 && projects.every((row) => !row.project.active);
  const actions = [
    ...(rows.some(isArchivable)
      ? [
          {
            ...{ id: 'archive', icon: DownloadIcon, label: t('archive.menu') },
            ...{ busy: archived.isPending, onAction: () => archived.mutate() },
          },
        ]
      : []),
    ...(projects.some(({ project }) => project.mayChange)
      ? [
          {
            ...{ id: 'active', icon: inactive ? RestoreIcon : ArchiveIcon, busy },
            label: inactive ? t('project.reactivate') : t('project.setInactive'),
            onAction: () => onSetActive(projects, inactive),
          },
        ]
      : []),
  ];
  return (
    <>
      <ChosenBar count={rows.length} onClear={onClear} low>
        {onAll && (
          <Button kind="quiet" onPress={onAll}>
            {t('organisation.chooseAll', { count: total })}
          </Button>
        )}
        <Button kind="quiet" icon={MoveIcon} isDisabled={busy} onPress={() => onMove(rows)}>
          {t('project.move')}
        </Button>
        {phone && actions.length > 0 && (
          <Menu
            label={t('project.actions')}
            placement="top end"
            trigger={<IconButton icon={MoreVerticalIcon} label={t('project.actions')} placement="top" />}
            groups={[{ id: 'actions', entries: actions.map(({ busy: _busy, ...entry }) => entry) }]}
          />
        )}
        {!phone &&
          actions.map((action) => (
            <Button key={action.id} kind="quiet" icon={action.icon} isPending={action.busy} onPress={action.onAction}>
              {action.label}
            </Button>
          ))}
      </ChosenBar>
      {archived.data && <ArchiveDialog projects={archived.data} onClose={archived.reset} />}
    </>
  );
}
