// Asks before leaving while changes on this device have not reached the server: leaving deletes them.
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { signOut } from './sign-out.ts';

export function SignOutDialog({ waiting, onCancel }: { waiting: number; onCancel: () => void }) {
  const t = useT();
  const [leaving, setLeaving] = useState(false);
  return (
    <ConfirmDialog
      title={t('auth.unsentTitle')}
      confirm={t('auth.discardAndLeave')}
      danger
      isOpen
      isBusy={leaving}
      onCancel={onCancel}
      onConfirm={() => {
        setLeaving(true);
        void signOut();
      }}
    >
      {t('auth.unsentText', { count: waiting })}
    </ConfirmDialog>
  );
}
