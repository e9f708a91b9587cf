// Dialogs of the plan tree: create a folder, rename, move.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import type { FolderChoice } from '../../../shared/site/plan-tree.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TreeChoice } from '../../../ui/choices/tree-choice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { PlanIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

type Common = { isOpen: boolean; onClose: () => void };
const FORM = 'plan-dialog-form';

function useSending(onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const send = async (act: Promise<boolean>) => {
    setBusy(true);
    const done = await act;
    setBusy(false);
    if (done) onClose();
  };
  return { busy, send };
}

export type RenameProps = Common & {
  row: PlanRow;
  onRename: (row: PlanRow, name: string, sheetNumber: string) => Promise<boolean>;
};

export function RenameDialog({ row, isOpen, onClose, onRename }: RenameProps) {
  const t = useT();
  const { busy, send } = useSending(onClose);
  const [name, setName] = useState(row.name);
  const [sheet, setSheet] = useState(row.sheetNumber);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void send(onRename(row, name.trim(), sheet.trim()));
  };
  return (
    <FormDialog
      title={t('plan.rename')}
      detail={row.name}
      size="small"
      isOpen={isOpen}
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" type="submit" form={FORM} isPending={busy}>
            {t('plan.save')}
          </Button>
        </>
      }
    >
      <Stack id={FORM} as="form" gap={4} onSubmit={submit}>
        <TextField
          label={row.type === 'Folder' ? t('plan.folderName') : t('plan.name')}
          value={name}
          onChange={setName}
          maxLength={200}
          autoFocus
          problem={name.trim() === '' ? t('plan.nameNeeded') : undefined}
        />
        {row.type === 'Plan' && (
          <TextField label={t('plan.sheet')} value={sheet} onChange={setSheet} maxLength={40} optional />
        )}
      </Stack>
    </FormDialog>
  );
}

export type MoveProps = Common & {
  rows: readonly PlanRow[];
  folders: readonly FolderChoice[];
  onMove: (parentId: string | null, folder: string) => Promise<boolean>;
};

export function MoveDialog({ rows, folders, isOpen, onClose, onMove }: MoveProps) {
  const t = useT();
  const { busy, send } = useSending(onClose);
  const present = rows[0]?.parentId ?? null;
  const same = rows.every((row) => row.parentId === present);
  const [chosen, setChosen] = useState<string | null>();
  const places = [
    { id: null, name: t('import.root'), depth: 0 },
    ...folders.map((folder) => ({ ...folder, depth: folder.depth + 1 })),
  ];
  const target = places.find((place) => place.id === chosen);
  return (
    <Dialog
      title={t('plan.moveTitle', { count: rows.length })}
      detail={rows.length === 1 ? rows[0]?.name : undefined}
      size="small"
      isOpen={isOpen}
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="next"
            isPending={busy}
            isDisabled={target === undefined}
            onPress={() => {
              if (target) void send(onMove(target.id, target.name));
            }}
          >
            {t('plan.moveHere')}
          </Button>
        </>
      }
    >
      {folders.length === 0 && <p className="plan-dialog-hint">{t('plan.noFolder')}</p>}
      <TreeChoice
        label={t('import.folder')}
        topIcon={PlanIcon}
        places={places}
        chosen={chosen}
        onChoose={setChosen}
        disabled={same ? present : undefined}
      />
    </Dialog>
  );
}
