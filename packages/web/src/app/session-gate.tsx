// Shows the screens to signed-in users; everyone else signs in here, at the URL they requested. Asks again when a
// session ends.
import type { UserReply } from '@plumbline/core/features/auth/contract';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ownKind } from '../api/device-kind.ts';
import { SignInScreen } from '../features/auth/sign-in/sign-in-screen.tsx';
import { AllMessages } from '../shared/i18n/i18n.tsx';
import { type Session, useSession } from '../shared/session/session.tsx';
import { PageSpinner } from '../ui/layout/page.tsx';
import { Fault } from './error-boundary.tsx';
import { Shell } from './routes/screens.ts';

const SignInAgain = lazy(() =>
  import('../features/auth/sign-in/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
);
const BeforeUse = lazy(() =>
  import('../features/account/before-use.tsx').then((module) => ({ default: module.BeforeUse })),
);
const MobileOnly = lazy(() =>
  import('../features/auth/mobile-only.tsx').then((module) => ({ default: module.MobileOnly })),
);

/** `children`: the screen, where it is not that of a nested route. */
export function SessionGate({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession();
  if (session.state !== 'out') {
    return (
      <AllMessages waiting={<PageSpinner />}>
        <SessionContent session={session}>{children}</SessionContent>
      </AllMessages>
    );
  }
  return <SignInScreen />;
}

/**
 * Pages that a user with a mobile-only licence may open on a computer: their own account, and the assignment of
 * licences.
 */
const DESKTOP_ONLY_PATHS = /^\/(?:userSettings|userManagement)(?:\/|$)/u;

function useBlockedOnDesktop(user: UserReply | undefined): boolean {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return user?.license === 'mobile' && ownKind() === 'DESKTOP' && !DESKTOP_ONLY_PATHS.test(path);
}

type SessionContentProps = { session: Exclude<Session, { state: 'out' }>; children: ReactNode };

function SessionContent({ session, children }: SessionContentProps) {
  const barred = useBlockedOnDesktop(session.state === 'in' ? session.user : undefined);
  if (session.state === 'opening') {
    return session.error ? <Fault error={session.error} onRetry={session.retry} /> : <PageSpinner />;
  }
  const { user } = session;
  const unsettled = user.secondStepMissing || !user.termsAndConditionsAccepted || !user.privacyPolicyAccepted;
  if (unsettled && !user.byToken) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <BeforeUse user={user} />
        {session.expired && <SignInAgain {...user} />}
      </Suspense>
    );
  }
  if (barred && !user.byToken) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <MobileOnly user={user} />
        {session.expired && <SignInAgain {...user} />}
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<PageSpinner />}>
      <Shell>{children}</Shell>
      {session.expired && (
        <Suspense>
          <SignInAgain {...session.user} />
        </Suspense>
      )}
    </Suspense>
  );
}
