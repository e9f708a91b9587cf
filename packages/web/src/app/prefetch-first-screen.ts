// Fetches what the first screen of who is signed in is made of side by side with the start of the program, instead of one after the other.
import { deviceKey } from '../api/ask-key.ts';
import { holdsSupportToken, storedToken } from '../api/token.ts';
import { begunLink } from '../features/plans/opening/begin-plan.ts';
import { queries } from '../shared/data/queries.ts';
import { projectAt } from '../shared/navigation/addresses.ts';

const quietly = (step: Promise<unknown>): void => void step.catch(() => undefined);

/** What fails here is asked for again by who needs it, and told then. */
export function begin({ pathname }: Location): void {
  if (!storedToken()) return;
  if (!holdsSupportToken()) quietly(deviceKey());
  quietly(import('./shell/shell.tsx'));
  quietly(import('../local/device-local.ts'));
  const project = projectAt(pathname);
  if (!project) return;
  quietly(import('./project-frame.tsx'));
  if (!project.plan) return;
  quietly(import('../features/plans/plan-screen.tsx'));
  quietly(keepLink());
}

/** Where the tiles of the plan are, which the page has asked before the program was there. */
async function keepLink(): Promise<void> {
  const [found, { tilesOf }] = await Promise.all([begunLink(), import('../features/plans/opening/use-tiles.ts')]);
  if (found) queries.setQueryData(tilesOf(found.projectId, found.tiles.revisionId).queryKey, found.tiles);
}
