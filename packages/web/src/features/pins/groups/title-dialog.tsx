// Asks for the title of a group: a new one, a renamed one, or a saved filter.
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import './groups.css';

type TitleDialogProps = {
  heading: string;
  detail?: string | undefined;
  /** The label of the confirm button. */
  confirm: string;
  title?: string | undefined;
  children?: ReactNode;
  /** Resolves to true on success. */
  onSave: (title: string) => Promise<boolean>;
  onClose: () => void;
};

export function TitleDialog({ heading, detail, confirm, title = '', children, onSave, onClose }: TitleDialogProps) {
  const t = useT();
  const [text, setText] = useState(title);
  const [requested, setRequested] = useState(false);
  const [busy, setBusy] = useState(false);
  const empty = text.trim() === '';
  const save = async () => {
    setRequested(true);
    if (empty || busy) return;
    setBusy(true);
    const done = await onSave(text.trim());
    setBusy(false);
    if (done) onClose();
  };
  return (
    <FormDialog
      title={heading}
      detail={detail}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={busy} onPress={() => void save()}>
            {confirm}
          </Button>
        </>
      }
    >
      <Stack
        as="form"
        fluid
        gap={3}
        justify="start"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('group.title')}
          value={text}
          maxLength={200}
          problem={requested && empty ? t('group.needTitle') : undefined}
          onChange={setText}
          autoFocus
        />
        {children}
      </Stack>
    </FormDialog>
  );
}
