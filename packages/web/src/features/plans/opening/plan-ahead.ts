// Starts to open a plan before its screen exists: script, rows and link on hover, tiles on press. Failures are ignored:
// the screen requests everything again.
import type { PlanEntry } from '@plumbline/core/features/plans/contract';
import { type RefObject, useEffect, useRef } from 'react';
import { readAhead } from '../../../local/use-rows.ts';
import { queries } from '../../../shared/data/queries.ts';
import { projectAt } from '../../../shared/navigation/addresses.ts';
import { askPicture, expectPicture, type Opening } from './first-picture.ts';
import { type Head, rememberTiles } from './plan-memory.ts';
import { tilesOf } from './use-tiles.ts';

/** Milliseconds of hover after which a plan is prefetched. */
const MEANT = 60;

const loadScreen = () => import('../plan-screen.tsx');

function expect(projectId: string, planId: string, revision: Head): void {
  loadScreen().catch(() => undefined);
  readAhead('revision', 'planId', planId);
  void queries.prefetchQuery(tilesOf(projectId, revision.id));
}

async function press(projectId: string, opening: Opening, head: Head): Promise<void> {
  expectPicture(opening.planId);
  const link = await queries.fetchQuery(tilesOf(projectId, head.id));
  askPicture(opening, { head, link });
  rememberTiles(opening.planId, { head, link });
}

/** The plan a link leads to. */
function openingOf(event: Event): Opening | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const place = link ? projectAt(link.pathname)?.plan : undefined;
  return place && { planId: place.planId, viewType: place.viewType, pin: false };
}

/** In a list of plans, prefetches the plan that is hovered, focused or pressed. */
export function usePlansAhead(
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
    let resting: ReturnType<typeof setTimeout> | undefined;
    const known = (event: Event) => {
      const opening = openingOf(event);
      const revision = opening && entries.current(opening.planId)?.currentRevision;
      return revision ? { opening, revision } : undefined;
    };
    const meant = (event: Event, after: number) => {
      clearTimeout(resting);
      const plan = known(event);
      if (plan) resting = setTimeout(() => expect(projectId, plan.opening.planId, plan.revision), after);
    };
    element.addEventListener('pointerover', (event) => meant(event, MEANT), { signal, passive: true });
    element.addEventListener('focusin', (event) => meant(event, MEANT), { signal });
    const pressed = (event: Event) => {
      const plan = known(event);
      if (plan) press(projectId, plan.opening, plan.revision).catch(() => undefined);
    };
    const down = (event: PointerEvent) => {
      meant(event, 0);
      // A finger going down may only be scrolling: on touch, tiles are requested on click.
      if (event.pointerType === 'mouse' && event.button === 0) pressed(event);
    };
    element.addEventListener('pointerdown', down, { signal, passive: true });
    element.addEventListener('click', pressed, { signal, capture: true });
    // Most visitors of the plan list open a plan, so its screen is loaded when idle.
    const idle = globalThis.requestIdleCallback?.(() => void loadScreen().catch(() => undefined), { timeout: 2_000 });
    return () => {
      clearTimeout(resting);
      if (idle !== undefined) cancelIdleCallback(idle);
      stop.abort();
    };
  }, [list, projectId]);
}
