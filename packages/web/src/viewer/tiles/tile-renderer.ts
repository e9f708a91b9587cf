// OpenLayers' canvas tile renderer with two differences: tiles at the right and lower edges may be smaller, and each
// tile is filtered (bright, greyscale, night) before it is drawn.
import DataTile from 'ol/DataTile.js';
import type { Extent } from 'ol/extent.js';
import TileLayer from 'ol/layer/Tile.js';
import type { FrameState } from 'ol/Map.js';
import CanvasTileLayerRenderer from 'ol/renderer/canvas/TileLayer.js';
import type ImageTile from 'ol/source/ImageTile.js';
import type OlTile from 'ol/Tile.js';
import type { TileFilter } from './tile-filter.ts';

/** A tile layer that uses the renderer below; `sharp` is set once the first frame was drawn. */
export class SharpTileLayer extends TileLayer<ImageTile> {
  sharp: SharpTileRenderer | undefined;
  private readonly makeSharp: (layer: TileLayer<ImageTile>) => SharpTileRenderer;

  constructor(source: ImageTile, preload: number, make: (layer: TileLayer<ImageTile>) => SharpTileRenderer) {
    super({ source, preload });
    this.makeSharp = make;
  }

  override createRenderer(): CanvasTileLayerRenderer<this> {
    this.sharp = this.makeSharp(this);
    // The library types a renderer by the exact class of its layer, which no subclass can name.
    return this.sharp as unknown as CanvasTileLayerRenderer<this>;
  }
}

export class SharpTileRenderer extends CanvasTileLayerRenderer<TileLayer<ImageTile>> {
  private readonly tileSize: number;
  private readonly filter: TileFilter;

  constructor(layer: TileLayer<ImageTile>, cacheSize: number, tileSize: number, filter: TileFilter) {
    super(layer, { cacheSize });
    this.tileSize = tileSize;
    this.filter = filter;
  }

  /** Preload requests are queued a task later, when the plan may already have been closed. */
  override enqueueTiles(...requested: Parameters<CanvasTileLayerRenderer<TileLayer<ImageTile>>['enqueueTiles']>): void {
    if (!this.disposed) super.enqueueTiles(...requested);
  }

  override drawTile(
    tile: OlTile,
    frameState: FrameState,
    x: number,
    y: number,
    w: number,
    h: number,
    _gutter: number,
    _transition: boolean,
    clipRects?: Extent[],
  ): void {
    if (!(tile instanceof DataTile)) return;
    const data: unknown = tile.getData();
    if (!(data instanceof ImageBitmap)) return;
    const context = this.getRenderContext(frameState);
    const image = this.filter(data);
    const perX = w / this.tileSize;
    const perY = h / this.tileSize;
    const right = x + data.width * perX;
    const bottom = y + data.height * perY;
    if (!clipRects) {
      context.drawImage(image, x, y, right - x, bottom - y);
      return;
    }
    for (const [left = x, top = y, clipRight = right, clipBottom = bottom] of clipRects) {
      const width = Math.min(clipRight, right) - left;
      const height = Math.min(clipBottom, bottom) - top;
      if (width <= 0 || height <= 0) continue;
      context.drawImage(
        image,
        (left - x) / perX,
        (top - y) / perY,
        width / perX,
        height / perY,
        left,
        top,
        width,
        height,
      );
    }
  }
}
