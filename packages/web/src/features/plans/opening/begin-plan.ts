// On opening a plan by its URL, shows the drawing before the application has started.
import type { PlanDetails, TileLink } from '@plumbline/core/features/plans/contract';
import { PLAN_PATH } from '@plumbline/core/features/plans/paths';
import { callPath } from '../../../api/service-path.ts';
import { currentToken } from '../../../api/token-at-hand.ts';
import { isId, projectAt } from '../../../shared/navigation/addresses.ts';
import { askPicture, showPicture } from './first-picture.ts';
import { knownTiles, rememberTiles } from './plan-memory.ts';

/** Milliseconds the application waits for the drawing, which arrives sooner on all but slow connections. */
const HELD = 600;

async function ask(projectId: string, planId: string, token: string): Promise<PlanDetails | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(callPath(PLAN_PATH, { projectId, planId }), { headers, credentials: 'same-origin' });
  return response.ok ? ((await response.json()) as PlanDetails) : undefined;
}

/** The tile link of the plan in this page's URL. On failure, whoever needs it requests it again. */
let link: Promise<{ projectId: string; tiles: TileLink } | undefined> = Promise.resolve(undefined);

export const begunLink = () => link;

async function begin({ pathname, search }: Location): Promise<void> {
  const place = projectAt(pathname)?.plan;
  const token = currentToken();
  if (!token || !place) return;
  const { projectId, planId, viewType, pinId } = place;
  const plan = ask(projectId, planId, token).catch(() => undefined);
  link = plan.then((its) => (its?.tiles ? { projectId, tiles: its.tiles } : undefined));
  const asked = new URLSearchParams(search).get('at') ?? undefined;
  const opening = { planId, viewType, pin: isId(pinId), asked };
  // Tiles that are most likely current are requested at once, but shown only after the server confirms them.
  const known = knownTiles(planId);
  if (known) askPicture(opening, known);
  const { currentRevision: head, tiles } = (await plan) ?? {};
  if (!head || tiles?.revisionId !== head.id) return;
  if (known?.head.id !== head.id) askPicture(opening, { head, link: tiles });
  rememberTiles(planId, { head, link: tiles });
  await showPicture(planId, HELD);
}

/** Resolves when the application may start: immediately unless the URL is of a plan. */
export function beginPlan(place: Location): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, HELD));
  return Promise.race([begin(place), late]);
}
