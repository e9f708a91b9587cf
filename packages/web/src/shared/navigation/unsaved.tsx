// Unsaved input: asks before it is discarded, whichever way the user leaves it.
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { EditNotice } from '../../ui/edit-notice.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';

/** The question before leaving a screen: by link, by the back button, or by closing the page. */
export function useUnsavedScreen(isUnsaved: boolean): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return (
    <Question
      isOpen={blocker.status === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
}

/** How the browser's own buttons leave a screen. A dialog covers all links: other changes of the address are its own. */
const BROWSER_ACTIONS: readonly string[] = ['BACK', 'FORWARD', 'GO'];

const isSearch = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type === 'search';

export type FormDialogProps = DialogProps & {
  /** Whether there is input other than in its form fields, which the dialog notices itself. */
  isUnsaved?: boolean | undefined;
  /** Whether `isUnsaved` covers the form fields too, in a dialog that stays open after saving. */
  isComplete?: boolean | undefined;
};

/**
 * A dialog with input: Escape, a click outside, the close button, the browser's back button and closing the page ask
 * before the input is discarded. `onClose` itself does not ask, so it also serves to close the dialog after saving.
 */
export function FormDialog({ isUnsaved = false, isComplete, isOpen, onClose, children, ...rest }: FormDialogProps) {
  const [isEdited, setEdited] = useState(false);
  const [asking, ask] = useState(false);
  // Some dialogs stay mounted while they are closed.
  if (!isOpen && (isEdited || asking)) {
    setEdited(false);
    ask(false);
  }
  const unsaved = isOpen && (isEdited || isUnsaved);
  const blocker = useBlocker({
    shouldBlockFn: ({ action }) => unsaved && BROWSER_ACTIONS.includes(action),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  const leaving = blocker.status === 'blocked';
  const noteEdit = () => {
    if (!isComplete) setEdited(true);
  };
  return (
    <Dialog
      {...rest}
      isOpen={isOpen}
      onClose={() => (unsaved ? ask(true) : onClose())}
      onInput={({ target }: FormEvent) => {
        if (!isSearch(target)) noteEdit();
      }}
    >
      <EditNotice value={noteEdit}>{children}</EditNotice>
      <Question
        isOpen={asking || leaving}
        onDiscard={leaving ? () => blocker.proceed?.() : onClose}
        onStay={() => (leaving ? blocker.reset?.() : ask(false))}
      />
    </Dialog>
  );
}

type QuestionProps = { isOpen: boolean; onDiscard: () => void; onStay: () => void };

function Question({ isOpen, onDiscard, onStay }: QuestionProps) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t('project.leaveChanges')}
      confirm={t('project.discard')}
      cancel={t('project.stay')}
      danger
      isOpen={isOpen}
      onConfirm={onDiscard}
      onCancel={onStay}
    >
      {t('project.leaveChangesText')}
    </ConfirmDialog>
  );
}
