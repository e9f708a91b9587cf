// The sheet of paper under the tiles, on the tile layer's own canvas (which is unrotated; CSS rotates it).
import type RenderEvent from 'ol/render/Event.js';
import { apply } from 'ol/transform.js';
import type { PlanSize } from '../camera/geometry.ts';
import { type PaperBox, paintPaper } from './paper.ts';

export interface MapPaper extends PaperBox {
  readonly context: CanvasRenderingContext2D;
  /** Canvas pixels per plan pixel. */
  readonly perPx: number;
}

export function paintMapPaper(event: RenderEvent, plan: PlanSize, paper: string, edge: string): MapPaper | undefined {
  const { context, frameState, inversePixelTransform } = event;
  if (!(context instanceof CanvasRenderingContext2D) || !frameState || !inversePixelTransform) return undefined;
  const toCanvas = (x: number, y: number): [number, number] => {
    const pixel = apply(frameState.coordinateToPixelTransform, [x, y]);
    const [left = 0, top = 0] = apply(inversePixelTransform, pixel);
    return [Math.round(left), Math.round(top)];
  };
  const [left, top] = toCanvas(0, 0);
  const [right, bottom] = toCanvas(plan.widthPx, -plan.heightPx);
  const width = right - left;
  const height = bottom - top;
  paintPaper(context, { left, top, width, height }, frameState.pixelRatio, paper, edge);
  return { context, left, top, width, height, perPx: width / plan.widthPx };
}

/** Where nothing could be loaded: a subtle pattern instead of paper that looks empty. */
export function paintHatch(paper: MapPaper, colour: string): void {
  const { context, left, top, width, height } = paper;
  const gap = 28;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.35;
  context.beginPath();
  const { width: canvasWidth, height: canvasHeight } = context.canvas;
  // The stripes are fixed to the paper, but only those within the canvas are drawn.
  for (let x = ((((left + top) % gap) + gap) % gap) - gap - canvasHeight; x < canvasWidth; x += gap) {
    context.moveTo(x, canvasHeight);
    context.lineTo(x + canvasHeight, 0);
  }
  context.stroke();
  context.restore();
}
