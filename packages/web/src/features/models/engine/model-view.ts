// The view of a model as one thing: takes storeys as they come, draws when something has changed and never else, tells what is tapped.
import type { BakedStorey } from './bake.ts';
import { attachControls } from './controls.ts';
import { NoPainter, Painter } from './painter.ts';
import { type Hit, pick } from './pick.ts';
import {
  type Box3,
  eyeOf,
  fit,
  fromAbove,
  home,
  minus,
  projection,
  rayAt,
  type Size,
  times,
  toScreen,
  type Vec,
  type View,
} from './rig.ts';

export type ModelViewOptions = {
  box: Box3;
  view?: View | undefined;
  onTap: (hit: Hit | undefined, double: boolean) => void;
  onKey: (key: string) => boolean;
  /** After each picture: where points are now. */
  onPicture: (project: (point: Vec) => { x: number; y: number } | undefined) => void;
  onView: (view: View) => void;
  /** A little while after the last picture. */
  onCalm: () => void;
  /** The graphics card has taken the picture away, or given it back. */
  onLost: (lost: boolean) => void;
};

export type Element = { storey: number; element: number };

const keyOf = ({ storey, element }: Element): string => `${storey}/${element}`;
/** Pixels drawn for one of the screen's, at most: beyond it phones only grow hot. */
const FINEST = 2;
const CALM_MS = 120;
/** Below thirty pictures a second turning is no pleasure any more. */
const SLOW_MS = 33;
/** A pin sits on a surface, not in it: metres. */
const ON_SURFACE = 0.12;

export class ModelView {
  readonly #canvas: HTMLCanvasElement;
  #painter: Painter;
  readonly #options: ModelViewOptions;
  readonly #detach: () => void;
  readonly #watch: ResizeObserver;
  #view: View;
  #size: Size = { width: 1, height: 1 };
  #frame = 0;
  #calm: ReturnType<typeof setTimeout> | undefined;
  #lost = false;
  #closed = false;
  /** When the last picture was begun, and how long pictures take while the camera moves: milliseconds. */
  #drawnAt = -Infinity;
  #pace = 0;
  #coarse = false;
  #cut = Infinity;
  #chosen: Element | undefined;
  #hiddenStoreys: ReadonlySet<number> = new Set();
  #hidden: ReadonlySet<string> = new Set();
  #alone: ReadonlySet<string> | undefined;
  /** Pictures drawn so far, and how long the last took, in milliseconds. */
  pictures = 0;
  lastMs = 0;

  constructor(canvas: HTMLCanvasElement, surface: HTMLElement, options: ModelViewOptions) {
    this.#canvas = canvas;
    this.#options = options;
    this.#painter = new Painter(canvas);
    this.#measure();
    this.#view = options.view ?? home(options.box, this.#size);
    this.#watch = new ResizeObserver(() => {
      this.#measure();
      this.redraw();
    });
    this.#watch.observe(canvas);
    canvas.addEventListener('webglcontextlost', this.#onLost);
    canvas.addEventListener('webglcontextrestored', this.#onRestored);
    this.#detach = attachControls(surface, {
      view: () => this.#view,
      setView: (view) => this.setView(view),
      size: () => this.#size,
      placeAt: (x, y) => this.pickAt(x, y)?.point,
      onTap: (x, y, double) => options.onTap(this.pickAt(x, y), double),
      onKey: options.onKey,
    });
    this.redraw();
  }

  get view(): View {
    return this.#view;
  }

  get storeys(): ReadonlyMap<number, BakedStorey> {
    return this.#painter.storeys;
  }

  add(storey: number, baked: BakedStorey): void {
    this.#painter.add(storey, baked);
    this.#showStorey(storey);
    this.redraw();
  }

  setView(view: View): void {
    this.#view = view;
    this.#options.onView(view);
    this.redraw();
  }

  setCut(height: number | undefined): void {
    this.#cut = height ?? Infinity;
    this.redraw();
  }

  choose(element: Element | undefined): void {
    this.#chosen = element;
    this.redraw();
  }

  /** What is not drawn: whole storeys, single elements, or all but some. */
  hide(storeys: ReadonlySet<number>, hidden: readonly Element[], alone: readonly Element[] | undefined): void {
    this.#hiddenStoreys = storeys;
    this.#hidden = new Set(hidden.map(keyOf));
    this.#alone = alone && new Set(alone.map(keyOf));
    for (const storey of this.#painter.storeys.keys()) this.#showStorey(storey);
    this.redraw();
  }

  isShown(storey: number, element: number): boolean {
    const key = keyOf({ storey, element });
    if (this.#alone) return this.#alone.has(key);
    return !this.#hiddenStoreys.has(storey) && !this.#hidden.has(key);
  }

  home(): void {
    this.setView(home(this.#options.box, this.#size));
  }

  above(box: Box3 = this.#options.box): void {
    this.setView(fromAbove(box, this.#size));
  }

  fit(box: Box3): void {
    this.setView(fit(this.#view, box, this.#size));
  }

  boxOf({ storey, element }: Element): Box3 | undefined {
    const boxes = this.#painter.storeys.get(storey)?.boxes.subarray(6 * element, 6 * element + 6);
    return boxes && { min: [...boxes.subarray(0, 3)], max: [...boxes.subarray(3, 6)] };
  }

  pickAt(x: number, y: number): Hit | undefined {
    return pick(this.#scene(), rayAt(this.#view, x, y, this.#size));
  }

  /** Whether something stands before a place. */
  isBehind(point: Vec): boolean {
    const from = eyeOf(this.#view);
    const way = minus(point, from);
    const distance = Math.hypot(...way);
    const hit = pick(this.#scene(), { from, along: times(way, 1 / (distance || 1)) });
    return hit !== undefined && hit.distance < distance - ON_SURFACE;
  }

  /** Asks for one picture; nothing is drawn while nothing changes. */
  redraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Groups of elements in the last picture: those beside it are passed over. */
  get drawn(): number {
    return this.#painter.drawn;
  }

  readonly #onLost = (event: Event) => {
    // Without this the browser gives the picture up for good.
    event.preventDefault();
    this.#lost = true;
    this.#options.onLost(true);
  };

  readonly #onRestored = () => {
    if (this.#closed) return;
    const before = this.#painter.storeys;
    try {
      this.#painter = new Painter(this.#canvas);
    } catch (error) {
      // Taken away once more meanwhile: it is told when it comes back.
      if (error instanceof NoPainter) return;
      throw error;
    }
    this.#lost = false;
    this.#options.onLost(false);
    for (const [storey, baked] of before) {
      this.#painter.add(storey, baked);
      this.#showStorey(storey);
    }
    this.redraw();
  };

  close(): void {
    this.#closed = true;
    this.#canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onRestored);
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#calm);
    this.#frame = -1;
    this.#watch.disconnect();
    this.#detach();
    this.#painter.close();
  }

  #scene() {
    return {
      storeys: this.#painter.storeys,
      isShown: (storey: number, element: number) => this.isShown(storey, element),
      cut: this.#cut,
    };
  }

  #showStorey(storey: number): void {
    this.#painter.show(storey, (element) => this.isShown(storey, element));
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const scale = Math.min(FINEST, devicePixelRatio || 1);
    this.#size = { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
    this.#canvas.width = Math.round(this.#size.width * scale);
    this.#canvas.height = Math.round(this.#size.height * scale);
  }

  #draw(): void {
    this.#frame = 0;
    if (this.#lost) return;
    const began = performance.now();
    this.#keepPace(began);
    const matrix = projection(this.#view, this.#size, this.#options.box);
    const style = getComputedStyle(this.#canvas);
    this.#painter.paint({
      matrix,
      eye: eyeOf(this.#view),
      cut: Math.min(this.#cut, 1e30),
      ground: rgbOf(style.backgroundColor),
      ink: rgbOf(style.color),
      size: this.#size,
      coarse: this.#coarse,
      chosen: this.#chosen && this.isShown(this.#chosen.storey, this.#chosen.element) ? this.#chosen : undefined,
    });
    this.#options.onPicture((point) => toScreen(matrix, point, this.#size));
    this.pictures++;
    this.lastMs = performance.now() - began;
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => this.#rest(), CALM_MS);
  }

  /** Pictures that follow each other too slowly leave out what is small, until the camera rests. */
  #keepPace(now: number): void {
    const since = now - this.#drawnAt;
    this.#drawnAt = now;
    if (since > CALM_MS) return;
    this.#pace += (since - this.#pace) * 0.25;
    if (this.#pace > SLOW_MS) this.#coarse = true;
  }

  #rest(): void {
    if (this.#coarse) {
      this.#coarse = false;
      this.#pace = 0;
      this.#drawnAt = -Infinity;
      this.redraw();
      return;
    }
    this.#options.onCalm();
  }
}

function rgbOf(colour: string): [number, number, number] {
  const [r = 255, g = 255, b = 255] = (colour.match(/[\d.]+/gu) ?? []).map(Number);
  return [r / 255, g / 255, b / 255];
}
