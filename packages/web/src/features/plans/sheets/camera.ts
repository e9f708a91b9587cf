// The visible part of a plan, shared by canvases that move together. Pure except for its listeners.
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';

/** Centre of the view in plan widths, and CSS pixels per plan width. */
export type View = { readonly x: number; readonly y: number; readonly scale: number };
export type Size = { readonly width: number; readonly height: number };
type Pixel = { readonly x: number; readonly y: number };

const MIN_ZOOM = 0.4;
const MAX_ZOOM = 60;

export class Camera {
  /** Height of the plan divided by its width. */
  readonly ratio: number;
  view: View;
  /** CSS pixels per plan width at which the whole plan fits. */
  private fitScale = 400;
  private size: Size = { width: 1, height: 1 };
  private movedByUser = false;
  private readonly listeners = new Set<() => void>();

  constructor(ratio: number) {
    this.ratio = ratio;
    this.view = { x: 0.5, y: ratio / 2, scale: 400 };
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private show(view: View): void {
    this.view = { ...view, scale: Math.min(this.fitScale * MAX_ZOOM, Math.max(this.fitScale * MIN_ZOOM, view.scale)) };
    for (const listener of this.listeners) listener();
  }

  /** Sets the canvas size; shows the whole plan until the user has moved it. */
  resize(size: Size): void {
    this.size = size;
    this.fitScale = 0.94 * Math.min(size.width, size.height / this.ratio);
    if (this.movedByUser) this.show(this.view);
    else this.fit();
  }

  fit(): void {
    this.movedByUser = false;
    this.show({ x: 0.5, y: this.ratio / 2, scale: this.fitScale });
  }

  pan(dx: number, dy: number): void {
    this.movedByUser = true;
    const { x, y, scale } = this.view;
    this.show({ x: x - dx / scale, y: y - dy / scale, scale });
  }

  /** Zooms about a canvas position, which stays under the finger. */
  zoom(factor: number, at: Pixel = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.movedByUser = true;
    const { x, y, scale } = this.view;
    const next = Math.min(this.fitScale * MAX_ZOOM, Math.max(this.fitScale * MIN_ZOOM, scale * factor));
    const dx = at.x - this.size.width / 2;
    const dy = at.y - this.size.height / 2;
    this.show({ x: x + dx / scale - dx / next, y: y + dy / scale - dy / next, scale: next });
  }

  /** Shows an area, in fractions of the plan, with a margin. */
  showArea(area: { x: number; y: number; width: number; height: number }): void {
    this.movedByUser = true;
    const { width, height } = this.size;
    const scale = Math.min(
      (0.5 * width) / Math.max(area.width, 0.02),
      (0.5 * height) / Math.max(area.height * this.ratio, 0.02),
    );
    this.show({ x: area.x + area.width / 2, y: (area.y + area.height / 2) * this.ratio, scale });
  }

  toCanvas({ x, y }: PlanPoint): Pixel {
    const { view, size } = this;
    return {
      x: (x - view.x) * view.scale + size.width / 2,
      y: (y * this.ratio - view.y) * view.scale + size.height / 2,
    };
  }

  toPlan({ x, y }: Pixel): PlanPoint {
    const { view, size } = this;
    return {
      x: (x - size.width / 2) / view.scale + view.x,
      y: ((y - size.height / 2) / view.scale + view.y) / this.ratio,
    };
  }
}
