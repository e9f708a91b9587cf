// On opening a plan by its URL, shows the drawing before the application has started.
import type { TileLink } from '@plumbline/core/features/plans/contract';
import { PLAN_PATH } from '@plumbline/core/features/plans/paths';
import { callPath } from '../../../api/service-path.ts';
import { currentToken, hasToken } from '../../../api/stored-access-token.ts';
import { mayBeHere } from '../../../local/downloads/plans-here.ts';
import { openStoredPlan, type StoredPlan } from '../../../local/downloads/stored-plan.ts';
import { databaseName } from '../../../local/local.ts';
import { isId, projectAt } from '../../../shared/navigation/addresses.ts';
import { storedOwner } from '../../../shared/session/stored-user.ts';
import { loadFirst, replyOf, type ServerReply } from './first-source.ts';
import { savedTiles, saveTiles } from './plan-memory.ts';
import { openings } from './plan-opening.ts';

/** How long the application waits for the drawing, which arrives sooner on all but slow connections. */
const MAX_WAIT_MS = 600;

async function askServer(projectId: string, planId: string): Promise<ServerReply> {
  const token = currentToken();
  if (!token) return 'unreachable';
  try {
    const headers = { authorization: `Bearer ${token}` };
    return await replyOf(
      await fetch(callPath(PLAN_PATH, { projectId, planId }), { headers, credentials: 'same-origin' }),
    );
  } catch {
    return 'unreachable';
  }
}

/** The plan on this device; undefined where it is not, or cannot be read yet. */
async function readStored(planId: string): Promise<StoredPlan | undefined> {
  const owner = storedOwner();
  const name = owner && databaseName(owner);
  if (!name || !mayBeHere(name, planId)) return undefined;
  return openStoredPlan(name, planId).catch(() => undefined);
}

/** The tile link of the plan in this page's URL. On failure, the code that needs it requests it again. */
let link: Promise<{ projectId: string; tiles: TileLink } | undefined> = Promise.resolve(undefined);

export const preloadedLink = () => link;

async function open({ pathname, search }: Location): Promise<void> {
  const place = projectAt(pathname)?.plan;
  if (!hasToken() || !place) return;
  const { projectId, planId, viewType, pinId } = place;
  const here = readStored(planId);
  const server = askServer(projectId, planId);
  link = server.then((reply) =>
    typeof reply === 'object' && reply.tiles ? { projectId, tiles: reply.tiles } : undefined,
  );
  const at = new URLSearchParams(search).get('at') ?? undefined;
  const opening = openings.start({ planId, viewType, pin: isId(pinId), at });
  const found = await loadFirst(opening, { here, saved: savedTiles(planId), server });
  if (typeof found === 'object') saveTiles(planId, found);
  // Waited for by the application; the database is of no use after that.
  const shown = openings.show(planId, MAX_WAIT_MS);
  void opening.show().then(async () => (await here)?.close());
  await shown;
}

/** Resolves when the application may start: immediately unless the URL is of a plan. */
export function openFromUrl(url: Location): Promise<void> {
  const timeout = new Promise<void>((resolve) => void setTimeout(resolve, MAX_WAIT_MS));
  // Without a first frame, the application starts all the same.
  return Promise.race([open(url).catch(() => undefined), timeout]);
}
