// All routes as one tree, and what stands where a screen fails. Which screen stands at which address is told in routes/; the
// addresses are built in addresses.ts.
import { createRouter, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageSpinner } from '../ui/layout/page-spinner.tsx';
import { Fault } from './error-boundary.tsx';
import { noteFault } from './faults/uncaught.ts';
import { doorRoutes, openRoutes } from './routes/auth-routes.tsx';
import { insideRoutes } from './routes/inside-routes.tsx';
import { projectRoutes } from './routes/project-routes.tsx';
import { gate, open, root } from './routes/root-routes.tsx';

const routeTree = root.addChildren([
  open.addChildren(openRoutes),
  ...doorRoutes,
  gate.addChildren([...insideRoutes, projectRoutes]),
]);

/** A screen that failed: a fault of the program has a page of its own, what a server or a network refused can be tried again here. */
function ShownFault({ error, reset }: { error: unknown; reset: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    const address = noteFault(error);
    if (address !== undefined) void navigate({ href: address, replace: true });
  }, [error, navigate]);
  return <Fault error={error} onRetry={reset} />;
}

export const router = createRouter({
  routeTree,
  defaultPreload: false,
  scrollRestoration: true,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: ShownFault,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
