// Dialogs of project folders: create and rename.
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import { useState } from 'react';
import { useCreateFolder, useRenameFolder } from '../../../shared/data/project-queries.ts';
import { NameDialog } from '../../../shared/dialogs/name-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

type NewFolderProps = {
  parent: FolderEntry | undefined;
  onClose: () => void;
  onMade: (id: string) => void;
};

export function NewFolderDialog({ parent, onClose, onMade }: NewFolderProps) {
  const t = useT();
  const [id] = useState(() => crypto.randomUUID());
  const create = useCreateFolder();
  return (
    <NameDialog
      title={t('project.newFolder')}
      detail={parent && t('project.inFolder', { folder: parent.name })}
      label={t('project.folderName')}
      confirm={t('project.createFolder')}
      onSave={async (name) => {
        await create.mutateAsync({ id, name, parentId: parent?.id ?? null });
        onMade(id);
      }}
      onClose={onClose}
    />
  );
}

export function RenameFolderDialog({ folder, onClose }: { folder: FolderEntry; onClose: () => void }) {
  const t = useT();
  const rename = useRenameFolder();
  return (
    <NameDialog
      title={t('project.renameFolder')}
      label={t('project.folderName')}
      confirm={t('project.rename')}
      name={folder.name}
      onSave={(name) => rename.mutateAsync({ id: folder.id, name })}
      onClose={onClose}
    />
  );
}
