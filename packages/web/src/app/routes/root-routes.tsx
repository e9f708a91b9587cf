// The root of all routes: the root route itself, the public part, and the part for signed-in users.
import { createRootRoute, createRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { openings } from '../../features/plans/opening/plan-opening.ts';
import { AllMessages } from '../../shared/i18n/i18n.tsx';
import { NotFound } from '../../shared/navigation/not-found.tsx';
import { AuthWaiting } from '../../shared/session/auth-layout.tsx';
import { PageSpinner } from '../../ui/layout/page.tsx';
import { SessionGate } from '../session-gate.tsx';
import { showing } from './screen.tsx';
import { Shell } from './screens.ts';

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  beforeLoad: ({ location }) => openings.leave(location.pathname),
});

/** Public screens that show more than the sign-in page. */
export const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: () => (
    <AllMessages waiting={<PageSpinner />}>
      <Outlet />
    </AllMessages>
  ),
});

/** Those with the layout of the sign-in page, which is shown at once. */
export const account = createRoute({
  getParentRoute: () => root,
  id: 'account',
  component: () => {
    const wide = useRouterState({ select: ({ location }) => location.pathname === '/register' });
    const waiting = <AuthWaiting wide={wide} />;
    return (
      <AllMessages waiting={waiting}>
        <Suspense fallback={waiting}>
          <Outlet />
        </Suspense>
      </AllMessages>
    );
  },
});

export const gate = createRoute({
  getParentRoute: () => root,
  id: 'gate',
  component: showing([Shell], () => <SessionGate />),
});
