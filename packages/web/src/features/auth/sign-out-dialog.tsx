// Confirms sign-out while this device has unsynced changes: they stay here, locked, until the same user signs in again.
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
