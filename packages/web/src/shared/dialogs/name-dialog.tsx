// Asks for one name: of something new, or the new name of something that has one.
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Refusal } from '../../api/failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { failureText } from '../data/shown-failure.ts';
import { FormDialog } from '../navigation/unsaved.tsx';

type NameDialogProps = {
  title: string;
  detail?: string | undefined;
  /** The label of the field. */
  label: string;
  /** The label of the confirm button. */
  confirm: string;
  /** The name to start with. */
  name?: string | undefined;
  /** In characters. */
  maxLength?: number;
  /** Shown where the name is missing. */
  needed?: string;
  children?: ReactNode;
  /**
   * Closes the dialog once it resolves to anything but false, which means that the caller has shown a failure. The
   * dialog shows what it rejects with.
   */
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

const isTaken = (error: unknown): boolean => error instanceof Refusal && error.code === 'title_taken';

export function NameDialog({ title, detail, label, confirm, name = '', children, ...props }: NameDialogProps) {
  const { maxLength = 200, needed, onSave, onClose } = props;
  const t = useT();
  const form = useId();
  const [text, setText] = useState(name);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const empty = text.trim() === '';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (empty || busy) return;
    setBusy(true);
    setError(undefined);
    try {
      if ((await onSave(text.trim())) !== false) onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const missing = tried && empty ? (needed ?? t('outcome.REQUIRED')) : undefined;
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
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" type="submit" form={form} isPending={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <Stack as="form" id={form} fluid gap={3} justify="start" onSubmit={(event) => void save(event)}>
        {error !== undefined && !isTaken(error) && <Notice kind="error">{failureText(t, error)}</Notice>}
        <TextField
          label={label}
          value={text}
          maxLength={maxLength}
          problem={missing ?? (isTaken(error) ? t('outcome.ALREADY_IN_USE') : undefined)}
          onChange={setText}
          autoFocus
        />
        {children}
      </Stack>
    </FormDialog>
  );
}
