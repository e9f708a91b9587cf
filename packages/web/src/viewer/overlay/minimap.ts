// The minimap: the whole plan with the visible part marked; a click or drag moves the view there.
import { type Frame, type Point, viewportCorners } from '../camera/geometry.ts';
import type { BaseTile } from '../tiles/plan-tiles.ts';

const LONG_SIDE = 168;

export interface MinimapPicture {
  readonly tiles: readonly BaseTile[];
  readonly paper: string;
  filter(image: ImageBitmap): CanvasImageSource;
  /** Plan pixels per pixel of a base tile, and the side length of a tile. */
  readonly resolution: number;
  readonly tileSize: number;
}

export class Minimap {
  readonly element = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private readonly picture = document.createElement('canvas');
  private readonly frameColour: () => string;
  private readonly lookAt: (at: Point) => void;

  constructor(label: string, frameColour: () => string, lookAt: (at: Point) => void) {
    this.frameColour = frameColour;
    this.lookAt = lookAt;
    this.element.className = 'plv-minimap';
    // All of its functions are available by keyboard on the plan itself; to a screen reader it is a single image.
    this.element.setAttribute('role', 'img');
    this.setLabel(label);
    this.element.append(this.picture, this.canvas);
    this.element.addEventListener('pointerdown', (event) => this.grab(event));
    this.element.addEventListener('pointermove', (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.look(event);
    });
  }

  setLabel(label: string): void {
    this.element.setAttribute('aria-label', label);
  }

  /** Draws the plan once; the view is drawn over it on every frame. */
  setPicture(plan: { readonly widthPx: number; readonly heightPx: number }, source: MinimapPicture): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const scale = LONG_SIDE / Math.max(plan.widthPx, plan.heightPx);
    const width = Math.max(24, Math.round(plan.widthPx * scale));
    const height = Math.max(24, Math.round(plan.heightPx * scale));
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    for (const canvas of [this.picture, this.canvas]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = this.picture.getContext('2d');
    if (!context) return;
    context.fillStyle = source.paper;
    context.fillRect(0, 0, this.picture.width, this.picture.height);
    context.imageSmoothingQuality = 'high';
    const perPx = scale * ratio;
    const span = source.tileSize * source.resolution * perPx;
    for (const { x, y, image } of source.tiles) {
      const drawn = source.filter(image);
      context.drawImage(
        drawn,
        x * span,
        y * span,
        image.width * source.resolution * perPx,
        image.height * source.resolution * perPx,
      );
    }
  }

  drawView(frame: Frame): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const { width, height } = this.canvas;
    context.clearRect(0, 0, width, height);
    const corners = viewportCorners(frame);
    // When the whole plan is visible, the minimap carries no information.
    this.element.classList.toggle('plv-idle', corners.every(isBeyond));
    const trace = (): void => {
      for (const [i, corner] of corners.entries()) {
        if (i === 0) context.moveTo(corner.x * width, corner.y * height);
        else context.lineTo(corner.x * width, corner.y * height);
      }
      context.closePath();
    };
    // The area outside the view is dimmed.
    context.beginPath();
    context.rect(0, 0, width, height);
    trace();
    context.fillStyle = 'rgb(27 31 35 / 26%)';
    context.fill('evenodd');
    context.beginPath();
    trace();
    context.lineWidth = Math.max(2, Math.round(width / 90));
    context.strokeStyle = this.frameColour();
    context.stroke();
  }

  private grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.element.setPointerCapture(event.pointerId);
    this.look(event);
  }

  private look(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    this.lookAt({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  }
}

function isBeyond(corner: Point): boolean {
  return (corner.x <= 0 || corner.x >= 1) && (corner.y <= 0 || corner.y >= 1);
}
