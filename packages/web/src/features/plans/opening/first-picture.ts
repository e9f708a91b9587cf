// The drawing stands before its screen does: a still picture where the viewer will draw the same, made of tiles that were asked for at the
// press. It goes when the viewer has drawn, and at once where it would be wrong.
import type { ViewType } from '../../../shared/navigation/addresses.ts';
import { type Frame, NO_PADDING, openingFrame } from '../../../viewer/camera/geometry.ts';
import { AHEAD_MAX, type Pyramid, sharpTiles, type TilePlace } from '../../../viewer/tiles/pyramid.ts';
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

/** The smallest picture stands below the sharp one until that is whole. */
const BASE: TilePlace = { z: 0, x: 0, y: 0 };
/** Milliseconds for which the first tile waits for the others. */
const TOGETHER = 60;
/** Milliseconds after which the viewer is not coming. */
const LONGEST = 5_000;

export type Opening = { planId: string; viewType: ViewType; pin: boolean; asked?: unknown };

type Prepared = {
  readonly planId: string;
  readonly revisionId: string;
  readonly plan: Pyramid;
  readonly frame: Frame;
  readonly box: StageBox;
  readonly places: readonly TilePlace[];
};
type Standing = Prepared & { readonly canvas: HTMLCanvasElement; readonly drawn: Promise<void>; end(): void };

/** A plan that was pressed and whose tiles cannot be asked for yet. `gone`: the page is on its way there. */
type Coming = { readonly planId: string; gone: boolean; readonly drawn: Promise<void>; done(): void };

let coming: Coming | undefined;
let prepared: Prepared | undefined;
let standing: Standing | undefined;

/** A plan is pressed: its picture will be asked for as soon as it is known where its tiles are. */
export function expectPicture(planId: string): void {
  if (coming?.planId === planId) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  coming = { planId, gone: false, drawn: promise, done: resolve };
}

/** No picture is to come any more. */
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
  if (sharp.length > AHEAD_MAX) return undefined;
  const places = [BASE, ...sharp];
  askTiles(id, link.prefix, places);
  return { planId, revisionId: id, plan, frame, box, places };
}

/** Asks for the tiles a plan will open with on this screen; for none where its room is not known. */
export function askPicture(opening: Opening, known: KnownTiles): void {
  // A press is heard when the button goes down and when it comes up.
  if (standing?.planId === opening.planId) return;
  prepared = prepare(opening, known);
  const { gone, planId } = coming ?? {};
  if (gone && planId === opening.planId && prepared) stand(prepared);
  else if (planId === opening.planId && !prepared) expectNone();
}

/** What is painted has come to the screen. */
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
  // A frame costs as much as all tiles together: those that come at one time share it.
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
  // Whoever moves the drawing means that of the viewer.
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

/** One goes to a plan: resolved when its picture stands, and after so many milliseconds at the latest; undefined where there is none to come. */
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

/** Of this plan, or of any. */
export function endPicture(planId = standing?.planId): void {
  if (standing?.planId !== planId) return;
  standing?.end();
  standing = undefined;
}

/** The page goes elsewhere. */
export function leavePicture(pathname: string): void {
  if (standing && !pathname.includes(standing.planId)) endPicture();
  if (coming && !pathname.includes(coming.planId)) expectNone();
}

/** The viewer stands below, and takes what is pressed: the picture goes where it is of another revision, or lies elsewhere than the drawing. */
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
