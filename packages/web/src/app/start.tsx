// Starts the app in the page: first the modules of the first screen, then the language, then the screens.
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { deviceKey } from '../api/fetch-device-key.ts';
import { holdsSupportToken, storedToken } from '../api/token.ts';
import { preloadedLink } from '../features/plans/opening/open-from-url.ts';
import { queries } from '../shared/data/queries.ts';
import { firstMessages } from '../shared/i18n/i18n.tsx';
import { projectAt } from '../shared/navigation/addresses.ts';
import { Providers } from './providers.tsx';
import { router } from './router.tsx';

/** How long the first screen may load before the page shows that it is loading. */
const MAX_WAIT_MS = 600;

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

export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  if (!('groupBy' in Map)) (await import('./older-browsers.ts')).addMissing();
  begin(location);
  const messages = firstMessages().catch(() => undefined);
  const screen = Promise.all([messages, router.load()]).catch(() => undefined);
  await Promise.race([screen, new Promise((resolve) => void setTimeout(resolve, MAX_WAIT_MS))]);
  const first = await Promise.race([messages, undefined]);
  // A transition is rendered in short pieces, between which the page reacts.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers messages={first} />
      </StrictMode>,
    ),
  );
}
