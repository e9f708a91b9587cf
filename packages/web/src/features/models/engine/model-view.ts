// View of a model: adds storeys as they arrive, draws only after changes, reports taps.
import { Ray, Vector3 } from 'three';
import type { BakedStorey } from './bake.ts';
import {
  type Box3,
  cameraOf,
  fit,
  fromAbove,
  home,
  rayAt,
  type Size,
  toScreen,
  type Vec,
  type View,
} from './camera.ts';
import { attachControls } from './controls.ts';
import type { Rgb } from './materials.ts';
import { ModelScene } from './model-scene.ts';
import { type Hit, pick } from './pick.ts';

export type ModelViewOptions = {
  box: Box3;
  view?: View | undefined;
  onTap: (hit: Hit | undefined, double: boolean) => void;
  onKey: (key: string) => boolean;
  /** Called after each frame, with a function that projects points to the screen. */
  onPicture: (project: (point: Vec) => { x: number; y: number } | undefined) => void;
  onView: (view: View) => void;
  /** Called shortly after the last frame. */
  onCalm: () => void;
  /** The graphics context was lost, or restored. */
  onLost: (lost: boolean) => void;
};

export type Element = { storey: number; element: number };

const keyOf = ({ storey, element }: Element): string => `${storey}/${element}`;
/** More pixels cost battery and heat on phones without a visible gain. */
const MAX_PIXEL_RATIO = 2;
const IDLE_MS = 120;
/** Frames longer than this many milliseconds, i.e. below 30 per second, feel slow. */
const SLOW_FRAME_MS = 33;
/** A surface this close in front of a pin does not hide it, in metres. */
const ON_SURFACE = 0.12;

export class ModelView {
  readonly #canvas: HTMLCanvasElement;
  readonly #scene: ModelScene;
  readonly #options: ModelViewOptions;
  readonly #detach: () => void;
  readonly #watch: ResizeObserver;
  #view: View;
  #size: Size = { width: 1, height: 1 };
  #frame = 0;
  #calm: ReturnType<typeof setTimeout> | undefined;
  #lost = false;
  /** Start of the last frame, and the duration of frames while the camera moves, in milliseconds. */
  #drawnAt = -Infinity;
  #pace = 0;
  #coarse = false;
  #cut = Infinity;
  #selected: Element | undefined;
  #hiddenStoreys: ReadonlySet<number> = new Set();
  #hidden: ReadonlySet<string> = new Set();
  #alone: ReadonlySet<string> | undefined;

  constructor(canvas: HTMLCanvasElement, surface: HTMLElement, options: ModelViewOptions) {
    this.#canvas = canvas;
    this.#options = options;
    this.#scene = new ModelScene(canvas);
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
    return this.#scene.storeys;
  }

  add(storey: number, baked: BakedStorey): void {
    this.#scene.add(storey, baked, (element) => this.isShown(storey, element));
    this.#highlight();
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
    this.#selected = element;
    this.#highlight();
    this.redraw();
  }

  /** Sets what is not drawn: whole storeys, single elements, or all but some. */
  hide(storeys: ReadonlySet<number>, hidden: readonly Element[], alone: readonly Element[] | undefined): void {
    this.#hiddenStoreys = storeys;
    this.#hidden = new Set(hidden.map(keyOf));
    this.#alone = alone && new Set(alone.map(keyOf));
    this.#rebuild();
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
    const boxes = this.#scene.storeys.get(storey)?.boxes.subarray(6 * element, 6 * element + 6);
    return boxes && { min: [...boxes.subarray(0, 3)], max: [...boxes.subarray(3, 6)] };
  }

  pickAt(x: number, y: number): Hit | undefined {
    return this.#pick(rayAt(this.#camera(), x, y, this.#size));
  }

  /** Whether something is in front of a point. */
  isBehind(point: Vec): boolean {
    const from = this.#camera().position;
    const way = new Vector3(...point).sub(from);
    const distance = way.length();
    const hit = this.#pick(new Ray(from, way.normalize()));
    return hit !== undefined && hit.distance < distance - ON_SURFACE;
  }

  /** Requests one frame; nothing is drawn while nothing changes. */
  redraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  readonly #onLost = () => {
    this.#lost = true;
    // Buffers must be released with the context they belong to, not later with the next one.
    this.#scene.releaseMaterials();
    this.#rebuild();
    this.#options.onLost(true);
  };

  readonly #onRestored = () => {
    this.#lost = false;
    this.#options.onLost(false);
    this.redraw();
  };

  close(): void {
    this.#canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onRestored);
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#calm);
    this.#frame = -1;
    this.#watch.disconnect();
    this.#detach();
    this.#scene.close();
  }

  #camera() {
    return cameraOf(this.#view, this.#size, this.#options.box);
  }

  #pick(ray: Ray): Hit | undefined {
    return pick(
      { storeys: this.#scene.pickable, isShown: (...element) => this.isShown(...element), cut: this.#cut },
      ray,
    );
  }

  #rebuild(): void {
    for (const storey of this.#scene.storeys.keys()) {
      this.#scene.show(storey, (element) => this.isShown(storey, element));
    }
    this.#highlight();
  }

  /** A hidden element is not highlighted. */
  #highlight(): void {
    const selected = this.#selected;
    this.#scene.select(selected && this.isShown(selected.storey, selected.element) ? selected : undefined);
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#size = { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
    this.#scene.resize(this.#size, Math.min(MAX_PIXEL_RATIO, devicePixelRatio || 1));
  }

  #draw(): void {
    this.#frame = 0;
    if (this.#lost) return;
    this.#keepPace(performance.now());
    const camera = this.#camera();
    const style = getComputedStyle(this.#canvas);
    this.#scene.draw({
      camera,
      cut: this.#cut,
      background: rgbOf(style.backgroundColor),
      ink: rgbOf(style.color),
      size: this.#size,
      coarse: this.#coarse,
    });
    this.#options.onPicture((point) => toScreen(camera, point, this.#size));
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => this.#rest(), IDLE_MS);
  }

  /** When frames are too slow, small elements are skipped until the camera rests. */
  #keepPace(now: number): void {
    const since = now - this.#drawnAt;
    this.#drawnAt = now;
    if (since > IDLE_MS) return;
    this.#pace += (since - this.#pace) * 0.25;
    if (this.#pace > SLOW_FRAME_MS) this.#coarse = true;
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

function rgbOf(colour: string): Rgb {
  const [r = 255, g = 255, b = 255] = (colour.match(/[\d.]+/gu) ?? []).map(Number);
  return [r / 255, g / 255, b / 255];
}
