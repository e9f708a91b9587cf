// Lets through who is signed in; everybody else signs in here, at the address he came for. Asks again when a session ends.
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { Fault } from './catch.tsx';
import { Whole } from './i18n.tsx';
import { type Session, useSession } from './session.tsx';

const SignInScreen = lazy(() =>
  import('../features/auth/sign-in-screen.tsx').then((module) => ({ default: module.SignInScreen })),
);

const SignInAgain = lazy(() =>
  import('../features/auth/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
);
const NewVersion = lazy(() => import('./version/new-version.tsx').then((module) => ({ default: module.NewVersion })));
const BeforeUse = lazy(() =>
  import('../features/account/before-use.tsx').then((module) => ({ default: module.BeforeUse })),
);
const Shell = lazy(() => import('./shell/shell.tsx').then((module) => ({ default: module.Shell })));

export function Waiting() {
  return (
    <div className="waiting">
      <Spinner large />
    </div>
  );
}

export function SessionGate() {
  const session = useSession();
  if (session.state !== 'out') {
    return (
      <Whole waiting={<Waiting />}>
        <Inside session={session} />
      </Whole>
    );
  }
  return (
    <Suspense fallback={<Waiting />}>
      <SignInScreen />
      <NewVersion />
    </Suspense>
  );
}

function Inside({ session }: { session: Exclude<Session, { state: 'out' }> }) {
  if (session.state === 'opening') {
    return session.error ? <Fault error={session.error} onRetry={session.retry} /> : <Waiting />;
  }
  const { user } = session;
  const unsettled = user.secondStepMissing || !user.termsAndConditionsAccepted || !user.privacyPolicyAccepted;
  if (unsettled && !user.byToken) {
    return (
      <Suspense fallback={<Waiting />}>
        <BeforeUse user={user} />
        {session.expired && <SignInAgain {...user} />}
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Waiting />}>
      <Shell>
        <Outlet />
      </Shell>
      {session.expired && (
        <Suspense>
          <SignInAgain {...session.user} />
        </Suspense>
      )}
    </Suspense>
  );
}
