// Actions for all selected projects and folders; shown at the bottom of the screen while any are selected.
import { useMutation } from '@tanstack/react-query';
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
import type { FolderTree } from '../folders/folder-tree.ts';
import type { ProjectView } from '../project-view.ts';
import { archivedProjects, isArchivable } from './archived-projects.ts';
import type { ListRow } from './list-rows.ts';

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
