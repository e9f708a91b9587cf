// The plan image: an OpenLayers tile layer over the pyramid, with retries, a permanent blurred base layer that prevents
// white flashes, and the paper itself. All tiles come from the plan's tile cache.
import type OlMap from 'ol/Map.js';
import Projection from 'ol/proj/Projection.js';
import type RenderEvent from 'ol/render/Event.js';
import ImageTile from 'ol/source/ImageTile.js';
import type { TileSourceEvent } from 'ol/source/Tile.js';
import type OlTile from 'ol/Tile.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import type { Frame } from '../camera/geometry.ts';
import type { Appearance, PlanSource, TileProgress } from '../options.ts';
import type { ViewerTheme } from '../theme.ts';
import { leaseTile } from './lease-tile.ts';
import { paintHatch, paintMapPaper } from './map-paper.ts';
import {
  levelResolutions,
  levelTiles,
  MAX_PRELOADED_TILES,
  preferCoarser,
  sharpTiles,
  type TileCoord,
  tileExists,
} from './pyramid.ts';
import type { TileLease } from './tile-cache.ts';
import { createTileFilter, isPlain, paperColour, type TileFilter } from './tile-filter.ts';
import { SharpTileLayer, SharpTileRenderer } from './tile-renderer.ts';

/** Tiles that OpenLayers keeps on lease; one of 512 pixels takes a megabyte. */
const MAX_LAYER_TILES = 128;
/** Maximum tiles of the smallest level kept permanently as the base. */
const MAX_BASE_TILES = 16;
/** Coarser levels loaded in addition to the shown one. */
const LEVELS_BELOW = 1;

export interface BaseTile {
  readonly x: number;
  readonly y: number;
  readonly image: ImageBitmap;
}

export interface TileCallbacks {
  progress(progress: TileProgress): void;
  baseLoaded(): void;
}

export class PlanTiles {
  readonly layer: SharpTileLayer;
  readonly projection: Projection;
  readonly extent: [number, number, number, number];
  base: readonly BaseTile[] = [];
  private readonly plan: PlanSource;
  private readonly callbacks: TileCallbacks;
  private readonly stop = new AbortController();
  private firstView: readonly TileLease[] = [];
  private readonly failed = new Set<OlTile>();
  private theme: ViewerTheme;
  private appearance: Appearance;
  private tileFilter: TileFilter | undefined;
  private pending = 0;

  constructor(plan: PlanSource, ratio: number, theme: ViewerTheme, appearance: Appearance, callbacks: TileCallbacks) {
    this.plan = plan;
    this.theme = theme;
    this.appearance = appearance;
    this.tileFilter = isPlain(appearance) ? undefined : createTileFilter(appearance);
    this.callbacks = callbacks;
    this.extent = [0, -plan.heightPx, plan.widthPx, 0];
    this.projection = new Projection({ code: 'plan', units: 'pixels', extent: this.extent });
    this.layer = new SharpTileLayer(
      this.createSource(ratio),
      0,
      (layer) => new SharpTileRenderer(layer, MAX_LAYER_TILES, plan.tileSize, (image) => this.filter(image)),
    );
    this.layer.on('prerender', (event) => this.paintBelow(event));
    this.loadBase();
  }

  /** Requests the tiles of the first frame, which OpenLayers does only after drawing that frame. */
  preload(frame: Frame): void {
    const tiles = sharpTiles(this.plan, frame);
    if (tiles.length <= MAX_PRELOADED_TILES) this.firstView = tiles.map((tile) => this.lease(tile, this.stop.signal));
  }

  /** The view is complete: the coarser level, loaded for zooming out, no longer takes precedence. */
  drawn(): void {
    this.layer.setPreload(LEVELS_BELOW);
    for (const tile of this.firstView) tile.release();
    this.firstView = [];
  }

  /** Tiles for another pixel density of the screen. */
  setRatio(ratio: number): void {
    this.layer.setSource(this.createSource(ratio));
  }

  setAppearance(theme: ViewerTheme, appearance: Appearance): void {
    if (appearance !== this.appearance)
      this.tileFilter = isPlain(appearance) ? undefined : createTileFilter(appearance);
    this.theme = theme;
    this.appearance = appearance;
    this.layer.changed();
  }

  get baseReady(): boolean {
    return this.base.length > 0;
  }

  filter(image: ImageBitmap): CanvasImageSource {
    return this.tileFilter?.(image) ?? image;
  }

  retry(): void {
    const again = [...this.failed];
    this.failed.clear();
    for (const tile of again) tile.load();
    if (!this.baseReady) this.loadBase();
    this.report();
  }

  /** The image's canvas as shown on screen; for the magnifier. */
  canvas(): HTMLCanvasElement | undefined {
    const canvas = this.layer.sharp?.getImage();
    return canvas instanceof HTMLCanvasElement ? canvas : undefined;
  }

  /** Releases all tiles and aborts loads still in progress. */
  destroy(map: OlMap): void {
    map.removeLayer(this.layer);
    this.layer.getSource()?.dispose();
    this.layer.dispose();
    this.stop.abort();
  }

  private createSource(ratio: number): ImageTile {
    const { plan } = this;
    // On a dense screen a tile of 512 pixels covers 512 / ratio CSS pixels, so that the level sharp at that density is
    // chosen.
    const resolutions = levelResolutions(plan.levels).map((resolution) => resolution * ratio);
    const source = new ImageTile({
      loader: (z, x, y, { signal }) => this.load({ z, x, y }, signal),
      projection: this.projection,
      tileGrid: new TileGrid({ extent: this.extent, resolutions, tileSize: plan.tileSize / ratio }),
      zDirection: preferCoarser,
      wrapX: false,
      transition: 0,
    });
    this.pending = 0;
    this.failed.clear();
    source.on('tileloadstart', () => this.count(1));
    source.on('tileloadend', () => this.count(-1));
    source.on('tileloaderror', (event: TileSourceEvent) => {
      this.failed.add(event.tile);
      this.count(-1);
    });
    return source;
  }

  /** OpenLayers aborts the signal of every tile that it drops, loaded ones included. */
  private load(tile: TileCoord, dropped: AbortSignal): Promise<ImageBitmap> {
    if (!tileExists(this.plan, tile)) return createImageBitmap(new ImageData(1, 1));
    return this.lease(tile, AbortSignal.any([dropped, this.stop.signal])).image;
  }

  private lease(tile: TileCoord, end: AbortSignal): TileLease {
    const lease = leaseTile(this.plan, tile);
    if (end.aborted) lease.release();
    else end.addEventListener('abort', lease.release, { once: true });
    return lease;
  }

  private loadBase(): void {
    const { columns, rows } = levelTiles(this.plan, 0);
    if (columns * rows > MAX_BASE_TILES) return;
    const places = Array.from({ length: columns * rows }, (_, at) => ({
      x: at % columns,
      y: Math.floor(at / columns),
    }));
    const loads = places.map(async ({ x, y }) => ({
      x,
      y,
      image: await this.lease({ z: 0, x, y }, this.stop.signal).image,
    }));
    Promise.all(loads).then(
      (base) => {
        if (this.stop.signal.aborted) return;
        this.base = base;
        this.layer.changed();
        this.callbacks.baseLoaded();
      },
      // Without a base the paper stays white until sharp tiles arrive; the tile layer reports the failure itself.
      () => undefined,
    );
  }

  private paintBelow(event: RenderEvent): void {
    const paper = paintMapPaper(event, this.plan, paperColour(this.appearance, this.theme.paper), this.theme.paperEdge);
    if (!paper) return;
    const waiting = this.layer.sharp?.renderComplete !== true || this.failed.size > 0;
    if (!waiting) return;
    if (this.baseReady) this.paintBase(paper.context, paper.left, paper.top, paper.perPx);
    else if (this.failed.size > 0) paintHatch(paper, this.theme.paperEdge);
  }

  private paintBase(context: CanvasRenderingContext2D, left: number, top: number, perPx: number): void {
    const resolution = 2 ** (this.plan.levels - 1);
    const span = this.plan.tileSize * resolution * perPx;
    for (const { x, y, image } of this.base) {
      const width = image.width * resolution * perPx;
      const height = image.height * resolution * perPx;
      context.drawImage(this.filter(image), left + x * span, top + y * span, width, height);
    }
  }

  private count(by: 1 | -1): void {
    this.pending = Math.max(0, this.pending + by);
    this.report();
  }

  private report(): void {
    if (this.stop.signal.aborted) return;
    this.callbacks.progress({ pending: this.pending, failed: this.failed.size });
  }
}
