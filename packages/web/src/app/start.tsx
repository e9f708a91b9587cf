// Starts the app in the page: first the modules of the first screen, then the language, then the screens.
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { deviceKey } from '../api/fetch-device-key.ts';
import { holdsSupportToken, storedToken } from '../api/token.ts';
import { preloadedLink } from '../features/plans/opening/open-from-url.ts';
import { queries } from '../shared/data/queries.ts';
import { projectAt } from '../shared/navigation/addresses.ts';
import { Providers } from './providers.tsx';

const ignoringErrors = (step: Promise<unknown>): void => void step.catch(() => undefined);

/**
 * Loads the modules of a signed-in user's first screen in parallel with the start of the app instead of sequentially.
 * Failures here are ignored: the code that needs the data requests it again and reports errors.
 */
function begin({ pathname }: Location): void {
  if (!storedToken()) return;
  if (!holdsSupportToken()) ignoringErrors(deviceKey());
  ignoringErrors(import('./shell/shell.tsx'));
  ignoringErrors(import('../local/device-local.ts'));
  const project = projectAt(pathname);
  if (!project) return;
  ignoringErrors(import('./project-frame.tsx'));
  if (!project.plan) return;
  ignoringErrors(import('../features/plans/plan-screen.tsx'));
  ignoringErrors(cachePreloadedLink());
}

/** Caches the tile links that the page requested before the app had loaded. */
async function cachePreloadedLink(): Promise<void> {
  const [found, { tileLinkQuery }] = await Promise.all([
    preloadedLink(),
    import('../features/plans/opening/use-plan-source.ts'),
  ]);
  if (found) queries.setQueryData(tileLinkQuery(found.projectId, found.tiles.revisionId).queryKey, found.tiles);
}

async function start(root: HTMLElement): Promise<void> {
  if (!('groupBy' in Map)) (await import('./older-browsers.ts')).addMissing();
  begin(location);
  // A transition is rendered in short pieces, between which the page reacts.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (root) void start(root);
