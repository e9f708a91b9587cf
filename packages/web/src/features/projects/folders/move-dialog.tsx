// Target folder for projects and folders: all folders as a searchable tree. Shows in advance what moves along.
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { FolderIcon, IconMark, OrganisationIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { choicesFor, type FolderTree, movingAlong } from './folder-tree.ts';
import './move-dialog.css';

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
      <p className="move-facts">
        {t('project.moveFacts', { projects: moving.projects.length, folders: moving.folders.length })}
        {inside && ` ${t('project.moveAlong', along)}`}
      </p>
      {folders.length >= SEARCH_FROM_COUNT && (
        <div className="move-search">
          <SearchField label={t('project.findFolder')} value={search} onChange={setSearch} />
        </div>
      )}
      {folders.length === 0 && (
        <p className="move-facts">{t(mayMakeFolder ? 'project.noFolder' : 'project.noFolderYet')}</p>
      )}
      <Stack fluid gap={0} scroll className="move-places" role="radiogroup" aria-label={t('project.destination')}>
        {places.map(({ id, name: place, depth }) => (
          <Row
            key={id ?? 'top'}
            as="label"
            corner="m"
            className="move-place"
            style={{ paddingInlineStart: `${12 + Math.min(depth, 6) * 20}px` }}
          >
            <input
              type="radio"
              name="place"
              checked={chosen === id}
              disabled={id === present}
              onChange={() => setChosen(id)}
            />
            <IconMark icon={id === null ? OrganisationIcon : FolderIcon} />
            <Text shrink grow cut>
              {place}
            </Text>
            {id === present && <Text size="s">{t('project.here')}</Text>}
          </Row>
        ))}
      </Stack>
    </Dialog>
  );
}
