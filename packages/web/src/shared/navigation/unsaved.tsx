// Unsaved input: asks before it is discarded, whichever way the user leaves it.
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
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

/**
 * For a dialog with input: `close` is for Escape, a click outside and the close button, and asks first; `question` also
 * appears before leaving the screen.
 */
export function useUnsavedDialog(isUnsaved: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const [asking, ask] = useState(false);
  const leaving = useUnsavedScreen(isUnsaved);
  return {
    close: () => (isUnsaved ? ask(true) : onClose()),
    question: (
      <>
        <Question isOpen={asking} onDiscard={onClose} onStay={() => ask(false)} />
        {leaving}
      </>
    ),
  };
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
