// Preloads plans in a list: script, rows and tile link on hover, tiles on press. Failures are ignored: the plan's screen
// requests everything again.
import type { PlanEntry } from '@plumbline/core/features/plans/contract';
import { type RefObject, useEffect, useRef } from 'react';
import { readAhead, tilesHere } from '../../../local/use-rows.ts';
import { queries } from '../../../shared/data/queries.ts';
import { projectAt } from '../../../shared/navigation/addresses.ts';
import type { OpeningTarget } from './first-frame.ts';
import { deviceTiles, linkedTiles } from './first-source.ts';
import { type RevisionImage, saveTiles } from './plan-memory.ts';
import { openings } from './plan-opening.ts';
import { tileLinkQuery } from './use-plan-source.ts';

/** How long the pointer rests on a plan before it is preloaded. */
const HOVER_MS = 60;
const MAX_IDLE_WAIT_MS = 2_000;

const loadScreen = () => import('../plan-screen.tsx');

function preload(projectId: string, planId: string, image: RevisionImage): void {
  loadScreen().catch(() => undefined);
  readAhead('revision', 'planId', planId);
  if (!tilesHere(image.id)) void queries.prefetchQuery(tileLinkQuery(projectId, image.id));
}

async function open(projectId: string, target: OpeningTarget, image: RevisionImage): Promise<void> {
  const opening = openings.start(target);
  const here = tilesHere(image.id);
  if (here) {
    opening.load(deviceTiles(image, here));
    return;
  }
  try {
    const link = await queries.fetchQuery(tileLinkQuery(projectId, image.id));
    opening.load(linkedTiles({ image, link }));
    saveTiles(target.planId, { image, link });
  } catch {
    opening.fail();
  }
}

/** The plan a link leads to. */
function targetOf(event: Event): OpeningTarget | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const place = link ? projectAt(link.pathname)?.plan : undefined;
  return place && { planId: place.planId, viewType: place.viewType, pin: false };
}

/** In a list of plans, preloads the plan that is hovered, focused or pressed. */
export function usePlanPreload(
  list: RefObject<HTMLElement | null>,
  projectId: string,
  entryOf: (planId: string) => PlanEntry | undefined,
): void {
  const entries = useRef(entryOf);
  entries.current = entryOf;
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    let hovering: ReturnType<typeof setTimeout> | undefined;
    const planOf = (event: Event) => {
      const target = targetOf(event);
      const image = target && entries.current(target.planId)?.currentRevision;
      return image ? { target, image } : undefined;
    };
    const preloadAfter = (event: Event, ms: number) => {
      clearTimeout(hovering);
      const plan = planOf(event);
      if (plan) hovering = setTimeout(() => preload(projectId, plan.target.planId, plan.image), ms);
    };
    element.addEventListener('pointerover', (event) => preloadAfter(event, HOVER_MS), { signal, passive: true });
    element.addEventListener('focusin', (event) => preloadAfter(event, HOVER_MS), { signal });
    const press = (event: Event) => {
      const plan = planOf(event);
      if (plan) void open(projectId, plan.target, plan.image);
    };
    const down = (event: PointerEvent) => {
      preloadAfter(event, 0);
      // A finger going down may only be scrolling: on touch, tiles are requested on click.
      if (event.pointerType === 'mouse' && event.button === 0) press(event);
    };
    element.addEventListener('pointerdown', down, { signal, passive: true });
    element.addEventListener('click', press, { signal, capture: true });
    // Most visitors of the plan list open a plan, so its screen is loaded when idle.
    const idle = globalThis.requestIdleCallback?.(() => void loadScreen().catch(() => undefined), {
      timeout: MAX_IDLE_WAIT_MS,
    });
    return () => {
      clearTimeout(hovering);
      if (idle !== undefined) cancelIdleCallback(idle);
      stop.abort();
    };
  }, [list, projectId]);
}
