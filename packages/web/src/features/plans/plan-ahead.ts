// Begins to open a plan before its screen stands: its script, rows and link while it is pointed at, its tiles once it is pressed,
// and all of it at once where the address of the page is a plan's. Nothing is lost where any of this fails: the screen asks again.
import { getPlan, type PlanEntry } from '@plumbline/core/features/plans/contract';
import { type RefObject, useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { isId, readPlanPlace, type ViewType } from '../../app/addresses.ts';
import { queries } from '../../app/queries.ts';
import { readAhead } from '../../local/use-rows.ts';
import { openingFrame } from '../../viewer/geometry.ts';
import { AHEAD_MAX, type Pyramid, sharpTiles, type TilePlace } from '../../viewer/tiles/pyramid.ts';
import { expectedStage, rememberedView } from './plan-memory.ts';
import { askTiles } from './tiles-ahead.ts';
import { tilesOf } from './use-tiles.ts';
import { readView } from './view-address.ts';

/** The smallest picture stands below the sharp one until that is whole. */
const BASE: TilePlace = { z: 0, x: 0, y: 0 };
/** Milliseconds for which the pointer rests on a plan that is meant. */
const MEANT = 60;

type Opening = { planId: string; viewType: ViewType; asked?: unknown };
type Head = NonNullable<PlanEntry['currentRevision']>;

/** The tiles a plan will open with on this screen; none where its room is not known. */
function firstTiles({ planId, viewType, asked }: Opening, { pyramid }: Head): readonly TilePlace[] {
  const stage = expectedStage(viewType);
  if (!stage) return [];
  const plan: Pyramid = { widthPx: pyramid.width, heightPx: pyramid.height, ...pyramid };
  const ratio = Math.min(3, Math.max(1, devicePixelRatio || 1));
  const tiles = sharpTiles(plan, openingFrame(plan, stage, ratio, readView(asked) ?? rememberedView(planId)));
  return tiles.length > AHEAD_MAX ? [] : [BASE, ...tiles];
}

/** Whoever opens a plan by its address: the server is asked for its link while the program is still starting. */
export async function beginPlan(projectId: string, opening: Opening): Promise<void> {
  const { planId } = opening;
  const plan = await call(getPlan, { params: { projectId, planId } }, { retry: { attempts: 1 } });
  const { currentRevision, tiles } = plan;
  if (!currentRevision || !tiles) return;
  queries.setQueryData(tilesOf(projectId, tiles.revisionId).queryKey, tiles);
  askTiles(tiles.revisionId, tiles.prefix, firstTiles(opening, currentRevision));
}

const loadScreen = () => import('./plan-screen.tsx');

function expect(projectId: string, planId: string, revision: Head): void {
  loadScreen().catch(() => undefined);
  readAhead('revision', 'planId', planId);
  void queries.prefetchQuery(tilesOf(projectId, revision.id));
}

async function press(projectId: string, opening: Opening, revision: Head): Promise<void> {
  const { prefix } = await queries.fetchQuery(tilesOf(projectId, revision.id));
  askTiles(revision.id, prefix, firstTiles(opening, revision));
}

/** The plan that a link leads to. */
function openingOf(event: Event): Opening | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const [, area, , planId, shown] = link?.pathname.split('/') ?? [];
  if (area !== 'project' || !planId || !isId(planId)) return undefined;
  return { planId, viewType: readPlanPlace({ viewType: shown }).viewType };
}

/** In a list of plans: what is pointed at, focused or pressed begins to open. */
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
    // A pointer that goes down may only want to move the list: the tiles come with the press itself.
    element.addEventListener('pointerdown', (event) => meant(event, 0), { signal, passive: true });
    element.addEventListener('click', pressed, { signal, capture: true });
    // Most who see the plans open one: its screen is there by then.
    const idle = globalThis.requestIdleCallback?.(() => void loadScreen().catch(() => undefined), { timeout: 2_000 });
    return () => {
      clearTimeout(resting);
      if (idle !== undefined) cancelIdleCallback(idle);
      stop.abort();
    };
  }, [list, projectId]);
}
