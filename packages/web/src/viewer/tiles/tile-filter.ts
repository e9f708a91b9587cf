// Bright, greyscale and night versions of a tile, created once per tile by canvas compositing (not filters, for browser
// support).
import type { Appearance } from '../options.ts';

export type TileFilter = (tile: ImageBitmap) => CanvasImageSource;

const NIGHT_PAPER = '#15181b';

export function isPlain(appearance: Appearance): boolean {
  return !appearance.bright && !appearance.greyscale && !appearance.night;
}

/** The colour of blank paper after filtering. */
export function paperColour(appearance: Appearance, paper: string): string {
  return appearance.night ? NIGHT_PAPER : paper;
}

/** Results are cached for as long as the tiles live. */
export function createTileFilter(appearance: Appearance): TileFilter {
  const filtered = new WeakMap<ImageBitmap, HTMLCanvasElement>();
  return (tile) => {
    const found = filtered.get(tile);
    if (found) return found;
    const canvas = document.createElement('canvas');
    canvas.width = tile.width;
    canvas.height = tile.height;
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return tile;
    paint(context, tile, appearance);
    filtered.set(tile, canvas);
    return canvas;
  };
}

function paint(context: CanvasRenderingContext2D, tile: ImageBitmap, appearance: Appearance): void {
  const { width, height } = tile;
  const flood = (operation: GlobalCompositeOperation, colour: string): void => {
    context.globalCompositeOperation = operation;
    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
  };
  flood('source-over', '#ffffff');
  context.drawImage(tile, 0, 0);
  if (appearance.bright) brighten(context, tile, flood);
  if (appearance.greyscale) flood('saturation', '#808080');
  if (appearance.night) {
    flood('difference', '#ffffff');
    // Hues survive the inversion: a red line stays red on dark paper.
    context.globalCompositeOperation = 'hue';
    if (!appearance.greyscale) context.drawImage(tile, 0, 0);
    flood('lighten', NIGHT_PAPER);
  }
  context.globalCompositeOperation = 'source-over';
}

function brighten(
  context: CanvasRenderingContext2D,
  tile: ImageBitmap,
  flood: (operation: GlobalCompositeOperation, colour: string) => void,
): void {
  // Each pixel takes the darkest of itself and its neighbours: lines grow by a pixel, flat tones are unchanged.
  context.globalCompositeOperation = 'darken';
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    context.drawImage(tile, dx, dy);
  }
  // Light greys become white, then a colour burn with itself moves mid greys and thin lines towards black.
  flood('color-dodge', '#141414');
  context.globalCompositeOperation = 'color-burn';
  context.drawImage(context.canvas, 0, 0);
}
