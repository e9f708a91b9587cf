// Starts the app in the page: first the modules of the first screen, then the language, then the screens.
import type { Entity } from '@plumbline/core/site/entities';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { deviceKey } from '../api/fetch-device-key.ts';
import { holdsSupportToken, storedToken } from '../api/token.ts';
import { preloadedLink } from '../features/plans/opening/open-from-url.ts';
import { startEarly } from '../local/start.ts';
import { queries } from '../shared/data/queries.ts';
import { firstMessages } from '../shared/i18n/i18n.tsx';
import { projectAt } from '../shared/navigation/addresses.ts';
import { storedOwner } from '../shared/session/stored-user.ts';
import { isProgramCached } from '../shared/version/worker.ts';
import { Providers } from './providers.tsx';
import { router } from './router.tsx';
import { nextTask } from './run-pieces.ts';

/** How long the first screen may load before the page shows that it is loading. */
const MAX_WAIT_MS = 600;

/** The rows that the lists of a project show, by the section in their address. */
const LISTED: ReadonlyMap<string | undefined, readonly Entity[]> = new Map([
  ['pins', ['pin', 'task', 'post', 'group']],
  ['tasks', ['task', 'pin']],
]);

const ignoringErrors = (step: Promise<unknown>): void => void step.catch(() => undefined);

/**
 * Loads the modules of a signed-in user's first screen in parallel with the start of the app instead of sequentially,
 * and opens the content of this device. Failures here are ignored: the code that needs the data requests it again and
 * reports errors.
 */
async function begin({ pathname }: Location): Promise<void> {
  if (!storedToken()) return;
  if (!holdsSupportToken()) ignoringErrors(deviceKey());
  ignoringErrors(import('./shell/shell.tsx'));
  const project = projectAt(pathname);
  if (project) ignoringErrors(import('./project-frame.tsx'));
  if (project?.plan) {
    ignoringErrors(import('../features/plans/plan-screen.tsx'));
    ignoringErrors(cachePreloadedLink());
  }
  const owner = storedOwner();
  if (owner)
    await startEarly({ ...owner, keepKey: isProgramCached() }, project?.projectId, LISTED.get(pathname.split('/')[3]));
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
  await nextTask();
  if (!('groupBy' in Map)) (await import('./older-browsers.ts')).addMissing();
  const content = begin(location).catch(() => undefined);
  const messages = firstMessages().catch(() => undefined);
  await nextTask();
  const screen = Promise.all([messages, router.load(), content]).catch(() => undefined);
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
