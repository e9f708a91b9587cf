// All routes as one tree, and the fallback for a failed screen. routes/ maps paths to screens; addresses.ts builds the
// paths.
import { createRouter, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { parseSearch, stringifySearch } from '../shared/navigation/search-params.ts';
import { PageSpinner } from '../ui/layout/page.tsx';
import { Fault } from './error-boundary.tsx';
import { noteFault } from './faults/uncaught.ts';
import { accountRoutes, doorRoutes, openRoutes } from './routes/auth-routes.tsx';
import { projectRoutes } from './routes/project-routes.tsx';
import { account, gate, open, root } from './routes/root-routes.tsx';
import { insideRoutes } from './routes/signed-in-routes.tsx';

const routeTree = root.addChildren([
  open.addChildren(openRoutes),
  account.addChildren(accountRoutes),
  ...doorRoutes,
  gate.addChildren([...insideRoutes, projectRoutes]),
]);

/**
 * A failed screen: an error in the app has its own page; a refusal by the server or a network failure can be retried
 * here.
 */
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
  parseSearch,
  stringifySearch,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: ShownFault,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
