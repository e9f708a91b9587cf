// The first frame of a plan: a still image where the viewer will draw the same, shown before the viewer is ready.
import type { ViewType } from '../../../shared/navigation/addresses.ts';
import { type Frame, NO_PADDING, openingFrame } from '../../../viewer/camera/geometry.ts';
import { FramePainter } from '../../../viewer/tiles/frame-painter.ts';
import { MAX_PRELOADED_TILES, type Pyramid, sharpTiles, type TileCoord } from '../../../viewer/tiles/pyramid.ts';
import { screenRatio } from '../../../viewer/tiles/screen-ratio.ts';
import { readView } from '../view/view-address.ts';
import {
  effectiveDisplay,
  type RevisionImage,
  type StageBox,
  savedDisplay,
  savedStage,
  savedView,
} from './plan-memory.ts';
import './first-frame.css';

/** The coarsest tile stays below the sharp ones until those are complete. */
const BASE: TileCoord = { z: 0, x: 0, y: 0 };
/** How long the first tile waits for others: painting costs as much as all tiles together. */
const BATCH_MS = 60;

/** `at`: the view in the URL. */
export type OpeningTarget = { planId: string; viewType: ViewType; pin: boolean; at?: unknown };

/** What a plan shows first, and where on the screen. */
export type FirstView = {
  readonly plan: Pyramid;
  readonly frame: Frame;
  readonly box: StageBox;
  readonly tiles: readonly TileCoord[];
};

/** Undefined if it is not known where on the screen the plan will appear. */
export function firstViewOf({ planId, viewType, pin, at }: OpeningTarget, image: RevisionImage): FirstView | undefined {
  const box = savedStage({ viewType, pin });
  if (!box) return undefined;
  const { width, height, bottom } = box;
  const { pyramid } = image;
  const plan: Pyramid = { widthPx: pyramid.width, heightPx: pyramid.height, ...pyramid };
  const view = readView(at) ?? savedView(planId);
  const frame = openingFrame(plan, { width, height }, screenRatio(), view, { ...NO_PADDING, bottom });
  const sharp = sharpTiles(plan, frame);
  return sharp.length > MAX_PRELOADED_TILES ? undefined : { plan, frame, box, tiles: [BASE, ...sharp] };
}

export class FirstFrame {
  private readonly canvas = document.createElement('canvas');
  private readonly painter: FramePainter;
  private readonly removed = new AbortController();
  private batch: (() => void)[] | undefined = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `onInput`: the user wants to move the plan, or has resized the window. */
  constructor({ plan, frame, box }: FirstView, onInput: () => void) {
    const { canvas } = this;
    canvas.className = 'plan-first';
    canvas.ariaHidden = 'true';
    canvas.hidden = true;
    canvas.style.left = `${box.left}px`;
    canvas.style.top = `${box.top}px`;
    canvas.style.clipPath = `inset(0 0 ${box.bottom}px 0)`;
    document.body.append(canvas);
    this.painter = new FramePainter(canvas, plan, frame, effectiveDisplay(savedDisplay()));
    for (const event of ['pointerdown', 'wheel', 'resize'] as const)
      addEventListener(event, onInput, { signal: this.removed.signal, passive: true, capture: true });
  }

  add(tile: TileCoord, image: ImageBitmap): void {
    if (!this.batch) {
      this.painter.paint(tile, image);
      return;
    }
    this.batch.push(() => this.painter.paint(tile, image));
    this.timer ??= setTimeout(() => this.show(), BATCH_MS);
  }

  /** Paints what has been added; resolves once it is on screen. */
  complete(): Promise<void> {
    this.show();
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }

  passPointerEvents(): void {
    this.canvas.style.pointerEvents = 'none';
  }

  remove(): void {
    clearTimeout(this.timer);
    this.removed.abort();
    this.canvas.remove();
  }

  private show(): void {
    clearTimeout(this.timer);
    for (const paint of this.batch ?? []) paint();
    this.batch = undefined;
    this.canvas.hidden = false;
  }
}
