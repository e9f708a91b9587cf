// On opening a plan by its URL, shows the drawing before the application has started.
import type { PlanDetails, TileLink } from '@plumbline/core/features/plans/contract';
import { PLAN_PATH } from '@plumbline/core/features/plans/paths';
import { callPath } from '../../../api/service-path.ts';
import { currentToken } from '../../../api/stored-access-token.ts';
import { isId, projectAt } from '../../../shared/navigation/addresses.ts';
import { savedTiles, saveTiles } from './plan-memory.ts';
import { openings } from './plan-opening.ts';

/** How long the application waits for the drawing, which arrives sooner on all but slow connections. */
const MAX_WAIT_MS = 600;

async function fetchPlan(projectId: string, planId: string, token: string): Promise<PlanDetails | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(callPath(PLAN_PATH, { projectId, planId }), { headers, credentials: 'same-origin' });
  return response.ok ? ((await response.json()) as PlanDetails) : undefined;
}

/** The tile link of the plan in this page's URL. On failure, the code that needs it requests it again. */
let link: Promise<{ projectId: string; tiles: TileLink } | undefined> = Promise.resolve(undefined);

export const preloadedLink = () => link;

async function open({ pathname, search }: Location): Promise<void> {
  const place = projectAt(pathname)?.plan;
  const token = currentToken();
  if (!token || !place) return;
  const { projectId, planId, viewType, pinId } = place;
  const response = fetchPlan(projectId, planId, token).catch(() => undefined);
  link = response.then((plan) => (plan?.tiles ? { projectId, tiles: plan.tiles } : undefined));
  const at = new URLSearchParams(search).get('at') ?? undefined;
  const opening = openings.start({ planId, viewType, pin: isId(pinId), at });
  // Tiles that are most likely current are requested at once, but shown only after the server confirms them.
  const saved = savedTiles(planId);
  if (saved) opening.load(saved);
  const { currentRevision: image, tiles } = (await response) ?? {};
  if (!image || tiles?.revisionId !== image.id) {
    opening.fail();
    return;
  }
  const known = { image, link: tiles };
  opening.load(known);
  saveTiles(planId, known);
  await openings.show(planId, MAX_WAIT_MS);
}

/** Resolves when the application may start: immediately unless the URL is of a plan. */
export function openFromUrl(url: Location): Promise<void> {
  const timeout = new Promise<void>((resolve) => void setTimeout(resolve, MAX_WAIT_MS));
  return Promise.race([open(url), timeout]);
}
