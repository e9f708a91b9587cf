// Dialogs of project folders: create and rename.
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../../../api/failure.ts';
import { useCreateFolder, useRenameFolder } from '../../../shared/data/project-queries.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useT } from '../../../ui/translation.tsx';
import '../create/project-form.css';

const FORM = 'project-folder';

type NameProps = {
  title: string;
  detail?: string | undefined;
  confirm: string;
  first: string;
  busy: boolean;
  error: unknown;
  onName: (name: string) => void;
  onClose: () => void;
};

function NameDialog({ title, detail, confirm, first, busy, error, onName, onClose }: NameProps) {
  const t = useT();
  const [name, setName] = useState(first);
  const [tried, setTried] = useState(false);
  const taken = error instanceof Refusal && error.code === 'title_taken';
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '' && !busy) onName(name.trim());
  };
  return (
    <FormDialog
      title={title}
      detail={detail}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={busy}>
            {t('project.cancel')}
          </Button>
          <Button kind="next" type="submit" form={FORM} isPending={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={FORM} className="project-form" onSubmit={send}>
        {error !== null && !taken && <Notice kind="error">{failureText(t, error)}</Notice>}
        <TextField
          label={t('project.folderName')}
          autoFocus
          maxLength={200}
          value={name}
          onChange={setName}
          problem={
            tried && name.trim() === '' ? t('outcome.REQUIRED') : taken ? t('outcome.ALREADY_IN_USE') : undefined
          }
        />
      </form>
    </FormDialog>
  );
}

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
      confirm={t('project.createFolder')}
      first=""
      busy={create.isPending}
      error={create.error}
      onName={(name) => create.mutate({ id, name, parentId: parent?.id ?? null }, { onSuccess: () => onMade(id) })}
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
      confirm={t('project.rename')}
      first={folder.name}
      busy={rename.isPending}
      error={rename.error}
      onName={(name) => rename.mutate({ id: folder.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
