// A session that ran out is renewed here, over the screen: what was entered behind it stays.
import { useState } from 'react';
import { useSyncState } from '../../app/use-sync-state.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SignOutIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { signOut } from './sign-out.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { useSignIn } from './use-sign-in.ts';
import './sign-in.css';

export function SignInAgain({ username }: { username: string }) {
  const t = useT();
  const signIn = useSignIn(username);
  const { waiting } = useSyncState();
  const [asking, ask] = useState(false);
  return (
    <Dialog
      title={t('auth.expiredTitle')}
      detail={t('auth.expiredText')}
      size="small"
      isOpen
      isBusy
      onClose={() => undefined}
    >
      <SignInForm signIn={signIn} fixedUser>
        <Button
          kind="quiet"
          icon={SignOutIcon}
          wide
          isDisabled={signIn.busy}
          onPress={() => (waiting > 0 ? ask(true) : void signOut())}
        >
          {t('auth.leaveInstead')}
        </Button>
        {asking && <SignOutDialog waiting={waiting} onCancel={() => ask(false)} />}
      </SignInForm>
    </Dialog>
  );
}
