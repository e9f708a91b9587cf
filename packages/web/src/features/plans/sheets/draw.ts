// Draws sheets as aligned on the plan: each from its own tiles, tinted, faded or cropped, one over the other.
import { type Alignment, applyTo, invert } from '@plumbline/core/site/geometry/alignment';
import type { PlanSource } from '../../../viewer/options.ts';
import type { Camera, Size } from './camera.ts';
import type { SheetTiles } from './sheet-tiles.ts';

export type Layer = {
  readonly source: PlanSource;
  readonly alignment: Alignment;
  /** Tint for the lines; their own colour if undefined. */
  readonly tint?: string | undefined;
  /** 0 to 1. */
  readonly opacity?: number | undefined;
  /** The visible part of the canvas, as fractions of its width. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** How layers combine: `over` covers what is below, `ink` adds its lines, `difference` keeps only what differs. */
export type Blend = 'over' | 'ink' | 'difference';

type PaintTools = { camera: Camera; tiles: SheetTiles; size: Size; density: number };
const PAPER = '#ffffff';
/** Tiles may be magnified this much before the next finer level is used. */
const MAX_STRETCH = 1.15;
const COARSER_LEVELS = 3;

function scratchCanvas(size: Size, density: number, existing?: OffscreenCanvas): OffscreenCanvas {
  const width = Math.max(1, Math.round(size.width * density));
  const height = Math.max(1, Math.round(size.height * density));
  if (existing?.width === width && existing.height === height) return existing;
  return new OffscreenCanvas(width, height);
}

/** Creates the paint function, which keeps its scratch canvas between frames. */
export function createSheetPainter() {
  let scratch: OffscreenCanvas | undefined;
  return (
    context: CanvasRenderingContext2D,
    layers: readonly Layer[],
    blend: Blend,
    background: string,
    tools: PaintTools,
  ) => {
    const { size, density } = tools;
    const width = Math.round(size.width * density);
    const height = Math.round(size.height * density);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = 'source-over';
    context.globalAlpha = 1;
    context.fillStyle = blend === 'over' ? background : PAPER;
    context.fillRect(0, 0, width, height);
    scratch = scratchCanvas(size, density, scratch);
    const scratchContext = scratch.getContext('2d');
    if (!scratchContext) return;
    for (const [at, layer] of layers.entries()) {
      paintLayer(scratchContext, layer, blend, width, height, tools);
      context.globalCompositeOperation =
        blend === 'ink' ? 'multiply' : blend === 'difference' && at > 0 ? 'difference' : 'source-over';
      context.globalAlpha = layer.opacity ?? 1;
      const left = Math.round((layer.from ?? 0) * width);
      const right = Math.round((layer.to ?? 1) * width);
      if (right > left) context.drawImage(scratch, left, 0, right - left, height, left, 0, right - left, height);
    }
    context.globalAlpha = 1;
    if (blend === 'difference') {
      context.globalCompositeOperation = 'difference';
      context.fillStyle = PAPER;
      context.fillRect(0, 0, width, height);
      const last = layers.at(-1);
      if (last) {
        // A faint copy of the drawing, for orientation.
        paintLayer(scratchContext, last, blend, width, height, tools);
        context.globalCompositeOperation = 'multiply';
        context.globalAlpha = 0.14;
        context.drawImage(scratch, 0, 0);
        context.globalAlpha = 1;
      }
    }
    context.globalCompositeOperation = 'source-over';
    tools.tiles.endFrame();
  };
}

type Context = OffscreenCanvasRenderingContext2D;

/** One sheet alone on a transparent background, or on paper where layers are blended. */
function paintLayer(
  context: Context,
  layer: Layer,
  blend: Blend,
  width: number,
  height: number,
  tools: PaintTools,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'source-over';
  context.clearRect(0, 0, width, height);
  if (blend !== 'over') {
    context.fillStyle = PAPER;
    context.fillRect(0, 0, width, height);
  }
  const { source, alignment } = layer;
  const { view, ratio } = tools.camera;
  const k = view.scale * tools.density;
  const [a, b, c, d, e, f] = alignment;
  // Fractions of the sheet → device pixels.
  const onCanvas = [
    a * k,
    d * ratio * k,
    b * k,
    e * ratio * k,
    (c - view.x) * k + width / 2,
    (f * ratio - view.y) * k + height / 2,
  ] as const;
  const setUnits = (perX: number, perY: number) =>
    context.setTransform(
      onCanvas[0] / perX,
      onCanvas[1] / perX,
      onCanvas[2] / perY,
      onCanvas[3] / perY,
      onCanvas[4],
      onCanvas[5],
    );
  setUnits(1, 1);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, 1, 1);
  const perPixel = Math.hypot(onCanvas[0], onCanvas[1]) / source.widthPx;
  const requested = levelFor(source.levels, perPixel);
  const visible = visiblePart(layer, tools);
  for (let z = Math.max(0, requested - COARSER_LEVELS); z <= requested; z++)
    paintLevel(context, layer, z, z === requested, visible, setUnits, tools);
  if (layer.tint && blend !== 'over') {
    context.setTransform(1, 0, 0, 1, 0, 0);
    // Dark lines take the tint, paper stays white.
    context.globalCompositeOperation = 'screen';
    context.fillStyle = layer.tint;
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = 'source-over';
  }
}

function levelFor(levels: number, perPixel: number): number {
  const coarser = Math.floor(Math.log2(MAX_STRETCH / perPixel));
  return Math.min(levels - 1, Math.max(0, levels - 1 - Math.max(0, coarser)));
}

type VisiblePart = { left: number; top: number; right: number; bottom: number };

/** The part of the sheet on the canvas, in fractions. */
function visiblePart({ alignment }: Layer, { camera, size }: PaintTools): VisiblePart {
  const back = invert(alignment);
  const corners = [
    { x: 0, y: 0 },
    { x: size.width, y: 0 },
    { x: 0, y: size.height },
    { x: size.width, y: size.height },
  ].map((corner) => applyTo(back, camera.toPlan(corner)));
  return {
    left: Math.max(0, Math.min(...corners.map(({ x }) => x))),
    right: Math.min(1, Math.max(...corners.map(({ x }) => x))),
    top: Math.max(0, Math.min(...corners.map(({ y }) => y))),
    bottom: Math.min(1, Math.max(...corners.map(({ y }) => y))),
  };
}

function paintLevel(
  context: Context,
  { source }: Layer,
  z: number,
  request: boolean,
  visible: VisiblePart,
  setUnits: (perX: number, perY: number) => void,
  { tiles }: PaintTools,
): void {
  const shrink = 2 ** (source.levels - 1 - z);
  const width = source.widthPx / shrink;
  const height = source.heightPx / shrink;
  const columns = Math.ceil(Math.ceil(width) / source.tileSize);
  const rows = Math.ceil(Math.ceil(height) / source.tileSize);
  setUnits(width, height);
  const from = (part: number, length: number) => Math.max(0, Math.floor((part * length) / source.tileSize));
  const to = (part: number, length: number, most: number) =>
    Math.min(most - 1, Math.floor((part * length) / source.tileSize));
  for (let y = from(visible.top, height); y <= to(visible.bottom, height, rows); y++) {
    for (let x = from(visible.left, width); x <= to(visible.right, width, columns); x++) {
      const image = request || z === 0 ? tiles.take(source, { z, x, y }) : tiles.peek(source, { z, x, y });
      if (image) context.drawImage(image, x * source.tileSize, y * source.tileSize);
    }
  }
}
