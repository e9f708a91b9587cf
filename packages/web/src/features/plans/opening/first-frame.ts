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

/** The coarsest tile fills the sheet until the sharp ones are complete. */
const BASE: TileCoord = { z: 0, x: 0, y: 0 };
/** How long tiles are collected, so that a fast connection shows all of them in one frame: each delays the next. */
const BATCH_MS = 120;

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

type LoadedTile = { readonly tile: TileCoord; readonly image: ImageBitmap };

export class FirstFrame {
  private readonly canvas = document.createElement('canvas');
  private readonly painter: FramePainter;
  private readonly removed = new AbortController();
  private readonly view: FirstView;
  private readonly added: LoadedTile[] = [];
  private isCollecting = true;
  private readonly timer: ReturnType<typeof setTimeout>;

  /** `onInput`: the user wants to move the plan, or the window has changed its size. */
  constructor(view: FirstView, onInput: () => void) {
    const { canvas } = this;
    const { plan, frame, box } = view;
    this.view = view;
    canvas.className = 'plan-first';
    canvas.ariaHidden = 'true';
    canvas.hidden = true;
    canvas.style.left = `${box.left}px`;
    canvas.style.top = `${box.top}px`;
    canvas.style.clipPath = `inset(0 0 ${box.bottom}px 0)`;
    document.body.append(canvas);
    this.painter = new FramePainter(canvas, plan, frame, effectiveDisplay(savedDisplay()));
    const options = { signal: this.removed.signal, passive: true, capture: true };
    for (const event of ['pointerdown', 'wheel'] as const) addEventListener(event, onInput, options);
    const width = innerWidth;
    const height = innerHeight;
    // Shortly after the start of a page, phones report the size that it already has.
    const onResize = () => {
      if (innerWidth !== width || innerHeight !== height) onInput();
    };
    addEventListener('resize', onResize, options);
    this.timer = setTimeout(() => {
      this.isCollecting = false;
      if (this.added.length > 0) this.show();
    }, BATCH_MS);
  }

  add(tile: TileCoord, image: ImageBitmap): void {
    this.added.push({ tile, image });
    if (!this.isCollecting) this.show();
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
    const added = this.added.splice(0);
    const { tiles } = this.view;
    // Complete sharp tiles cover the coarse one.
    const shown = added.length === tiles.length ? added.filter(({ tile }) => tile.z === tiles.at(-1)?.z) : added;
    for (const { tile, image } of shown) this.painter.paint(tile, image);
    this.canvas.hidden = false;
  }
}
