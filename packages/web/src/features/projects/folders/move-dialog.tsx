// Target folder for projects and folders: all folders as a searchable tree. Shows in advance what moves along.
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { TreeChoice } from '../../../ui/choices/tree-choice.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { OrganisationIcon } from '../../../ui/icons.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { choicesFor, type FolderTree, movingAlong } from './folder-tree.ts';

/** Number of folders from which a search field is shown. */
const SEARCH_FROM_COUNT = 8;

export type Moving = { projects: readonly string[]; folders: readonly string[] };

type MoveDialogProps = {
  moving: Moving;
  /** The name, if only one is moved. */
  name: string | undefined;
  tree: FolderTree;
  /** The current folder, if all share one; otherwise undefined. */
  present: string | null | undefined;
  busy: boolean;
  /** Whether the user may create a folder, for when there is none yet. */
  mayMakeFolder: boolean;
  onMove: (folderId: string | null) => void;
  onClose: () => void;
};

export function MoveDialog({ moving, name, tree, present, busy, mayMakeFolder, onMove, onClose }: MoveDialogProps) {
  const t = useT();
  const [chosen, setChosen] = useState<string | null>();
  const [search, setSearch] = useState('');
  const folders = choicesFor(tree, new Set(moving.folders), t.locale);
  const text = search.trim().toLocaleLowerCase();
  const places = [
    { id: null, name: t('nav.allProjects'), depth: 0 },
    ...folders.map((folder) => ({ ...folder, depth: text === '' ? folder.depth + 1 : 1 })),
  ].filter((one) => text === '' || one.name.toLocaleLowerCase().includes(text));
  const along = movingAlong(tree, moving.folders);
  const count = moving.projects.length + moving.folders.length;
  const inside = along.folders + along.projects > 0;
  return (
    <Dialog
      title={t('project.moveTitle', { count })}
      detail={name}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={busy}>
            {t('project.cancel')}
          </Button>
          <Button
            kind="next"
            isPending={busy}
            isDisabled={chosen === undefined}
            onPress={() => chosen !== undefined && onMove(chosen)}
          >
            {t('project.moveHere')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={3}>
        <Text as="p" ink={2}>
          {t('project.moveFacts', { projects: moving.projects.length, folders: moving.folders.length })}
          {inside && ` ${t('project.moveAlong', along)}`}
        </Text>
        {folders.length >= SEARCH_FROM_COUNT && (
          <SearchField label={t('project.findFolder')} value={search} onChange={setSearch} />
        )}
        {folders.length === 0 && (
          <Text as="p" ink={2}>
            {t(mayMakeFolder ? 'project.noFolder' : 'project.noFolderYet')}
          </Text>
        )}
        <TreeChoice
          label={t('project.destination')}
          topIcon={OrganisationIcon}
          places={places}
          chosen={chosen}
          onChoose={setChosen}
          disabled={present}
          disabledText={t('project.here')}
        />
      </Stack>
    </Dialog>
  );
}
