// Asks for confirmation before an action that cannot easily be undone. Says what will happen; the buttons are verbs.
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { useT } from '../translation.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  title: string;
  /** What will happen, and to what. */
  children: ReactNode;
  /** The verb, e.g. "Close pin". */
  confirm: string;
  cancel?: string | undefined;
  /** Red where data is lost. */
  danger?: boolean | undefined;
  isOpen: boolean;
  isBusy?: boolean | undefined;
  /** Not possible at the moment, for a reason the dialog names. */
  isDisabled?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, cancel, danger, isOpen, isBusy, isDisabled, onConfirm, onCancel } = props;
  const t = useT();
  return (
    <Dialog
      title={title}
      size="small"
      role="alertdialog"
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onCancel}
      actions={
        <>
          <Button onPress={onCancel} isDisabled={isBusy ?? false} autoFocus={danger ?? false}>
            {cancel ?? t('ui.cancel')}
          </Button>
          <Button
            kind={danger ? 'danger' : 'next'}
            isPending={isBusy ?? false}
            isDisabled={isDisabled ?? false}
            onPress={onConfirm}
            autoFocus={!danger}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
