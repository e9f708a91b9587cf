// The menu of a project folder, on its card or row.
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { CheckIcon, DeleteIcon, EditIcon, MoreVerticalIcon, MoveIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { folderRow, type RowActions } from '../list/list-rows.ts';

export function FolderMenu({ folder, actions }: { folder: FolderEntry; actions: RowActions }) {
  const t = useT();
  if (!folder.mayChange) return null;
  const row = folderRow(folder);
  const label = t('project.actionsOf', { title: folder.name });
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton icon={MoreVerticalIcon} label={label} size="s" />}
      groups={[
        {
          id: 'use',
          entries: [
            { id: 'select', icon: CheckIcon, label: t('project.select'), onAction: () => actions.onSelect(row) },
            { id: 'rename', icon: EditIcon, label: t('project.rename'), onAction: () => actions.onRename(folder) },
            { id: 'move', icon: MoveIcon, label: t('project.move'), onAction: () => actions.onMove([row]) },
          ],
        },
        {
          id: 'delete',
          entries: [
            {
              id: 'delete',
              icon: DeleteIcon,
              label: t('project.deleteFolder'),
              danger: true,
              disabled: !folder.empty,
              ...(!folder.empty && { detail: t('project.folderNotEmpty') }),
              onAction: () => actions.onDelete(folder),
            },
          ],
        },
      ]}
    />
  );
}
