// Controls the view: keeps OpenLayers' view within sensible bounds and moves it, animated or immediately.
import { easeOut } from 'ol/easing.js';
import type OlMap from 'ol/Map.js';
import type Projection from 'ol/proj/Projection.js';
import View from 'ol/View.js';
import {
  airyScale,
  degreesOf,
  type Frame,
  MAX_SCALE,
  NO_PADDING,
  type Padding,
  type PlanSize,
  type Point,
  radiansOf,
  scaleOf,
  screenToPlan,
  type ViewState,
  zoomOf,
} from './geometry.ts';

const ANIMATION_MS = 170;
/** Wheel, keys and buttons never make the plan smaller than this fraction of its fitted size. */
const MIN_FIT_FACTOR = 0.5;
/** Pinching never makes it smaller than this on screen. */
const MIN_PLAN_PX = 160;

interface Goal {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly rotation: number;
}

export class Camera {
  view: View;
  private readonly map: OlMap;
  private plan: PlanSize;
  private padding: Padding = NO_PADDING;
  private goal: Goal | undefined;
  private fitted: Goal | undefined;

  constructor(map: OlMap, plan: PlanSize, projection: Projection) {
    this.map = map;
    this.plan = plan;
    this.view = this.createView(plan, projection);
    map.setView(this.view);
  }

  setPlan(plan: PlanSize, projection: Projection, keepView: boolean): void {
    const before = keepView ? this.state() : undefined;
    this.plan = plan;
    this.view = this.createView(plan, projection);
    this.map.setView(this.view);
    this.view.padding = arrayOf(this.padding);
    if (before) this.set(before, false);
    else this.fit(false);
  }

  get size(): { readonly width: number; readonly height: number } {
    const [width = 0, height = 0] = this.map.getSize() ?? [];
    return { width, height };
  }

  get ready(): boolean {
    const { width, height } = this.size;
    return width > 0 && height > 0;
  }

  /** The frame of the current view, drawn or not. */
  frame(): Frame {
    const { center, resolution, rotation } = this.view.getState();
    const [x = 0, y = 0] = center;
    return {
      ...this.size,
      widthPx: this.plan.widthPx,
      heightPx: this.plan.heightPx,
      centreX: x,
      centreY: -y,
      scale: 1 / resolution,
      cos: Math.cos(rotation),
      sin: Math.sin(rotation),
      ratio: this.map.getPixelRatio(),
    };
  }

  state(): ViewState {
    const { x, y, scale, rotation } = this.present();
    return {
      cx: x / this.plan.widthPx,
      cy: y / this.plan.heightPx,
      zoom: zoomOf(scale),
      rotation: degreesOf(rotation),
    };
  }

  set(view: Partial<ViewState>, animate: boolean): void {
    this.go(
      (goal) => ({
        x: view.cx === undefined ? goal.x : view.cx * this.plan.widthPx,
        y: view.cy === undefined ? goal.y : view.cy * this.plan.heightPx,
        scale: view.zoom === undefined ? goal.scale : scaleOf(view.zoom),
        rotation: view.rotation === undefined ? goal.rotation : nearest(radiansOf(view.rotation), goal.rotation),
      }),
      animate,
    );
  }

  setPadding(padding: Padding): void {
    const wasFitted = this.isFitted();
    this.padding = padding;
    this.view.padding = arrayOf(padding);
    if (wasFitted) this.fit(false);
  }

  /** The centre of the free area in CSS pixels. */
  middle(): Point {
    const { width, height } = this.size;
    const { top, right, bottom, left } = this.padding;
    return { x: (left + width - right) / 2, y: (top + height - bottom) / 2 };
  }

  freeArea(): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } {
    const { width, height } = this.size;
    const { top, right, bottom, left } = this.padding;
    return { left, top, right: width - right, bottom: height - bottom };
  }

  fitScale(): number {
    return this.scaleFor(this.plan);
  }

  /** The scale at which a box of plan pixels fills the free area at the current rotation. */
  scaleFor(box: PlanSize): number {
    return airyScale(box, this.size, this.padding, degreesOf(this.target().rotation));
  }

  fit(animate: boolean): void {
    const { widthPx, heightPx } = this.plan;
    this.go((goal) => ({ ...goal, x: widthPx / 2, y: heightPx / 2, scale: this.fitScale() }), animate);
    this.fitted = this.goal;
  }

  /** After a viewport resize: a fitted plan stays fitted, anything else keeps its centre and scale. */
  resized(): void {
    if (this.isFitted()) this.fit(false);
  }

  zoomBy(levels: number): void {
    this.go((goal) => ({ ...goal, scale: this.allowed(goal.scale * 2 ** levels) }), true);
  }

  /** Without animation; keeps the plan under `at` in place. */
  zoomAround(levels: number, at: Point): void {
    const frame = this.frame();
    const next = this.allowed(frame.scale * 2 ** levels);
    if (next === frame.scale) return;
    this.stop();
    const anchor = screenToPlan(frame, at.x, at.y);
    this.view.adjustResolution(frame.scale / next, [anchor.x * frame.widthPx, -anchor.y * frame.heightPx]);
  }

  /** Moves the viewport over the plan by CSS pixels. */
  panBy(dx: number, dy: number, animate: boolean): void {
    const { cos, sin } = this.frame();
    this.go(
      (goal) => ({
        ...goal,
        x: goal.x + (dx * cos + dy * sin) / goal.scale,
        y: goal.y + (-dx * sin + dy * cos) / goal.scale,
      }),
      animate,
    );
  }

  turnTo(degrees: number): void {
    const wasFitted = this.isFitted();
    this.go((goal) => ({ ...goal, rotation: nearest(radiansOf(degrees), goal.rotation) }), true);
    if (wasFitted) this.fit(true);
  }

  /** The angle of the view, or of its running animation's target. */
  heading(): number {
    return degreesOf(this.target().rotation);
  }

  goalScale(): number {
    return this.target().scale;
  }

  lookAt(x: number, y: number, scale: number, animate: boolean): void {
    this.go((goal) => ({ ...goal, x, y, scale: Math.min(MAX_SCALE, scale) }), animate);
  }

  setBusy(busy: boolean): void {
    if (busy) this.view.beginInteraction();
    else if (this.view.getInteracting()) this.view.endInteraction(0);
  }

  get reducedMotion(): boolean {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  private allowed(scale: number): number {
    return Math.min(MAX_SCALE, Math.max(Math.min(this.fitScale() * MIN_FIT_FACTOR, MAX_SCALE / 2), scale));
  }

  private isFitted(): boolean {
    const { fitted } = this;
    if (!fitted) return false;
    const now = this.target();
    const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-3 * Math.max(1, Math.abs(b));
    return close(now.x, fitted.x) && close(now.y, fitted.y) && close(now.scale, fitted.scale);
  }

  private present(): Goal {
    const [x = 0, y = 0] = this.view.getCenter() ?? [];
    return { x, y: -y, scale: 1 / (this.view.getResolution() ?? 1), rotation: this.view.getRotation() };
  }

  private target(): Goal {
    return this.view.getAnimating() && this.goal ? this.goal : this.present();
  }

  private go(change: (goal: Goal) => Goal, animate: boolean): void {
    const next = change(this.target());
    const goal = {
      ...next,
      x: Math.min(this.plan.widthPx, Math.max(0, next.x)),
      y: Math.min(this.plan.heightPx, Math.max(0, next.y)),
    };
    this.stop();
    this.goal = goal;
    const end = { center: [goal.x, -goal.y], resolution: 1 / goal.scale, rotation: goal.rotation };
    if (animate && !this.reducedMotion && this.ready) {
      this.view.animate({ ...end, duration: ANIMATION_MS, easing: easeOut });
      return;
    }
    this.view.setRotation(end.rotation);
    this.view.setResolution(end.resolution);
    this.view.setCenter(end.center);
  }

  private stop(): void {
    if (this.view.getAnimating()) this.view.cancelAnimations();
  }

  private createView(plan: PlanSize, projection: Projection): View {
    return new View({
      projection,
      extent: [0, -plan.heightPx, plan.widthPx, 0],
      constrainOnlyCenter: true,
      showFullExtent: true,
      minResolution: 1 / MAX_SCALE,
      maxResolution: roundUpResolution(Math.max(plan.widthPx, plan.heightPx) / MIN_PLAN_PX),
      center: [plan.widthPx / 2, -plan.heightPx / 2],
      resolution: Math.max(plan.widthPx, plan.heightPx) / 800,
    });
  }
}

/**
 * At least `resolution`, rounded up to the resolution of the largest scale times a power of two; otherwise OpenLayers
 * would round that one.
 */
function roundUpResolution(resolution: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, resolution) * MAX_SCALE)) / MAX_SCALE;
}

/** The angle equivalent to `radians` that is closest to `from`. */
function nearest(radians: number, from: number): number {
  const turn = 2 * Math.PI;
  return radians + Math.round((from - radians) / turn) * turn;
}

function arrayOf({ top, right, bottom, left }: Padding): number[] {
  return [top, right, bottom, left];
}
