// Renews an expired session in a dialog over the current screen, so that unsaved input is kept.
import type { UserReply } from '@plumbline/core/features/auth/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { forgetEndedSession } from '../../../shared/data/queries.ts';
import { useWaiting } from '../../../shared/data/use-sync-state.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { closeToasts } from '../../../ui/feedback/toast.tsx';
import { SignOutIcon } from '../../../ui/icons.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { signOut } from '../sign-out.ts';
import { SignOutDialog } from '../sign-out-dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';
import '../../../shared/session/auth-layout.css';

const SignOnAgain = lazy(() =>
  import('../../sso/sign-on-again.tsx').then((module) => ({ default: module.SignOnAgain })),
);

export function SignInAgain({ username, type }: Pick<UserReply, 'username' | 'type'>) {
  const t = useT();
  // Users of an identity provider have no password here: the email field stays empty and hidden.
  const bySignOn = type === 'SAML';
  const signIn = useSignIn(bySignOn ? '' : username, true);
  const waiting = useWaiting();
  const [asking, ask] = useState(false);
  useEffect(
    () => () => {
      forgetEndedSession();
      closeToasts(t('error.session_ended'));
    },
    [t],
  );
  const leave = (
    <>
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
    </>
  );
  return (
    <Dialog
      title={t('auth.expiredTitle')}
      detail={t('auth.expiredText')}
      size="small"
      isOpen
      isBusy
      onClose={() => undefined}
    >
      {bySignOn ? (
        <Suspense>
          <SignOnAgain>{leave}</SignOnAgain>
        </Suspense>
      ) : (
        <SignInForm signIn={signIn} fixedUser>
          {leave}
        </SignInForm>
      )}
    </Dialog>
  );
}
