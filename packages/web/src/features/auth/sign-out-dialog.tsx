// Asks before leaving while changes on this device have not reached the server: they stay, locked, until their user is back.
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
      confirm={t('auth.signOut')}
      isOpen
      isBusy={leaving}
      onCancel={onCancel}
      onConfirm={() => {
        setLeaving(true);
        void signOut();
      }}
    >
      {t('auth.unsentKept', { count: waiting })}
    </ConfirmDialog>
  );
}
