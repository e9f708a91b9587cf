// Shows the drawing before its screen is ready: a still image where the viewer will draw the same, composed of tiles
// requested on press. It is removed once the viewer has drawn, or at once if it would be wrong.
import type { ViewType } from '../../../shared/navigation/addresses.ts';
import { type Frame, NO_PADDING, openingFrame } from '../../../viewer/camera/geometry.ts';
import { MAX_PREFETCHED_TILES, type Pyramid, sharpTiles, type TileIndex } from '../../../viewer/tiles/pyramid.ts';
import { screenRatio } from '../../../viewer/tiles/screen-ratio.ts';
import { Still } from '../../../viewer/tiles/still.ts';
import { readView } from '../view/address/view-address.ts';
import {
  expectedStage,
  type KnownTiles,
  rememberedLook,
  rememberedView,
  type StageBox,
  shownLook,
} from './plan-memory.ts';
import { askTiles, heldTile } from './tiles-ahead.ts';
import './first-picture.css';

/** The coarsest tile stays below the sharp ones until those are complete. */
const BASE: TileIndex = { z: 0, x: 0, y: 0 };
/** Milliseconds the first tile waits for the others. */
const TOGETHER = 60;
/** Milliseconds after which the viewer is assumed not to appear. */
const LONGEST = 5_000;

export type Opening = { planId: string; viewType: ViewType; pin: boolean; asked?: unknown };

type Prepared = {
  readonly planId: string;
  readonly revisionId: string;
  readonly plan: Pyramid;
  readonly frame: Frame;
  readonly box: StageBox;
  readonly places: readonly TileIndex[];
};
type Standing = Prepared & { readonly canvas: HTMLCanvasElement; readonly drawn: Promise<void>; end(): void };

/** A plan that was pressed while its tile link is still unknown. `gone`: navigation to it has begun. */
type Coming = { readonly planId: string; gone: boolean; readonly drawn: Promise<void>; done(): void };

let coming: Coming | undefined;
let prepared: Prepared | undefined;
let standing: Standing | undefined;

/** Called when a plan is pressed: its image is requested as soon as its tile link is known. */
export function expectPicture(planId: string): void {
  if (coming?.planId === planId) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  coming = { planId, gone: false, drawn: promise, done: resolve };
}

/** Stops expecting an image. */
function expectNone(): void {
  coming?.done();
  coming = undefined;
}

function prepare({ planId, viewType, pin, asked }: Opening, { head, link }: KnownTiles): Prepared | undefined {
  const { id, pyramid } = head;
  const box = expectedStage({ viewType, pin });
  if (!box) return undefined;
  const { width, height, bottom } = box;
  const plan: Pyramid = { widthPx: pyramid.width, heightPx: pyramid.height, ...pyramid };
  const view = readView(asked) ?? rememberedView(planId);
  const frame = openingFrame(plan, { width, height }, screenRatio(), view, { ...NO_PADDING, bottom });
  const sharp = sharpTiles(plan, frame);
  if (sharp.length > MAX_PREFETCHED_TILES) return undefined;
  const places = [BASE, ...sharp];
  askTiles(id, link.prefix, places);
  return { planId, revisionId: id, plan, frame, box, places };
}

/** Requests the tiles a plan will open with on this screen; does nothing if its position on screen is unknown. */
export function askPicture(opening: Opening, known: KnownTiles): void {
  // A press is reported both on pointer down and on click.
  if (standing?.planId === opening.planId) return;
  prepared = prepare(opening, known);
  const { gone, planId } = coming ?? {};
  if (gone && planId === opening.planId && prepared) stand(prepared);
  else if (planId === opening.planId && !prepared) expectNone();
}

/** Resolves once the painted frame is on screen. */
const shown = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

function stand(given: Prepared): void {
  endPicture();
  prepared = undefined;
  const { revisionId, plan, frame, box, places } = given;
  const stop = new AbortController();
  const { signal } = stop;
  const canvas = document.createElement('canvas');
  canvas.className = 'plan-first';
  canvas.ariaHidden = 'true';
  canvas.hidden = true;
  canvas.style.left = `${box.left}px`;
  canvas.style.top = `${box.top}px`;
  canvas.style.clipPath = `inset(0 0 ${box.bottom}px 0)`;
  document.body.append(canvas);
  const still = new Still(canvas, plan, frame, shownLook(rememberedLook()));
  // A repaint costs as much as all tiles together, so tiles that arrive close together share one.
  let first: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] | undefined = [];
  const paint = () => {
    for (const add of waiting ?? []) add();
    waiting = undefined;
    canvas.hidden = false;
  };
  const tiles = places.map(async (place) => {
    const image = await heldTile(revisionId, place);
    if (!image || signal.aborted) return;
    if (!waiting) {
      still.add(place, image);
      return;
    }
    waiting.push(() => still.add(place, image));
    first ??= setTimeout(paint, TOGETHER);
  });
  const whole = Promise.allSettled(tiles).then(() => {
    clearTimeout(first);
    if (signal.aborted || waiting?.length === 0) return undefined;
    paint();
    return shown();
  });
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const drawn = Promise.race([whole, ended]);
  // Panning or zooming is meant for the viewer, so the image is removed.
  for (const event of ['pointerdown', 'wheel', 'resize'] as const)
    addEventListener(event, () => endPicture(), { signal, passive: true, capture: true });
  const timer = setTimeout(() => endPicture(), LONGEST);
  void drawn.then(expectNone);
  standing = {
    ...given,
    canvas,
    drawn,
    end: () => {
      clearTimeout(timer);
      stop.abort();
      canvas.remove();
    },
  };
}

/**
 * Called on navigation to a plan. Resolves when its image is drawn, or after `longest` milliseconds; undefined if none
 * is expected.
 */
export function showPicture(planId: string, longest: number): Promise<void> | undefined {
  if (standing?.planId !== planId) {
    endPicture();
    if (prepared?.planId === planId && heldTile(prepared.revisionId, BASE)) stand(prepared);
    else if (coming?.planId === planId) coming.gone = true;
    else return undefined;
  }
  const late = new Promise<void>((resolve) => void setTimeout(resolve, longest));
  return Promise.race([standing?.drawn ?? coming?.drawn, late]);
}

/** Removes the image of this plan, or any image if omitted. */
export function endPicture(planId = standing?.planId): void {
  if (standing?.planId !== planId) return;
  standing?.end();
  standing = undefined;
}

/** Removes the image when navigating to another page. */
export function leavePicture(pathname: string): void {
  if (standing && !pathname.includes(standing.planId)) endPicture();
  if (coming && !pathname.includes(coming.planId)) expectNone();
}

/**
 * Called once the viewer is ready below: lets pointer events through, and removes the image if it shows another
 * revision or is misaligned with the drawing.
 */
export function checkPicture(revisionId: string, { left, top, width, height }: StageBox): void {
  expectNone();
  if (!standing) return;
  const { box, canvas } = standing;
  canvas.style.pointerEvents = 'none';
  const apart = Math.max(
    Math.abs(box.left - left),
    Math.abs(box.top - top),
    Math.abs(box.width - width),
    Math.abs(box.height - height),
  );
  if (standing.revisionId !== revisionId || apart > 1) endPicture();
}
