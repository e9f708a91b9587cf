// Sign-in entry point. Handles a link from an email first; signed-in users see their work, or go to the requested page.
import { useParams, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, useEffect } from 'react';
import { AllMessages } from '../../shared/i18n/i18n.tsx';
import { ownPath, requestedTarget, signInAddressTo } from '../../shared/session/return-to.ts';
import { useSession } from '../../shared/session/session.tsx';
import { PageSpinner } from '../../ui/layout/page.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';

const MailedLink = lazy(() => import('./email-link.tsx').then((its) => ({ default: its.MailedLink })));

const LINKS = ['verifyEmail', 'keepSecondStep', 'codes'] as const;

function ContinueTo({ target }: { target: string }) {
  useEffect(() => {
    signInAddressTo(target).then(
      (way) => location.replace(way),
      () => location.replace('/'),
    );
  }, [target]);
  return <PageSpinner />;
}

/** `children`: what signed-in users see. */
export function HomeScreen({ children }: { children: ReactNode }): ReactNode {
  const { state } = useSession();
  const { mode, token } = useParams({ strict: false }) as { mode?: string; token?: string };
  const search = useRouterState({ select: (router) => router.location.searchStr });
  const kind = LINKS.find((one) => one === mode);
  if (kind && token) {
    return (
      <AllMessages waiting={<PageSpinner />}>
        <MailedLink key={token} kind={kind} token={token} />
      </AllMessages>
    );
  }
  if (state === 'out') return <SignInScreen activated={mode === 'activated'} />;
  const target = requestedTarget(search);
  if (target === undefined) return children;
  return state === 'in' || ownPath(target) !== undefined ? <ContinueTo target={target} /> : <PageSpinner />;
}
