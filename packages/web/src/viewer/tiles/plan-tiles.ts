// The plan image: an OpenLayers tile layer over the pyramid, with retries, a permanent blurred base layer that prevents
// white flashes, and the paper itself.
import type OlMap from 'ol/Map.js';
import Projection from 'ol/proj/Projection.js';
import type RenderEvent from 'ol/render/Event.js';
import ImageTile from 'ol/source/ImageTile.js';
import type { TileSourceEvent } from 'ol/source/Tile.js';
import type OlTile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import type { Frame } from '../camera/geometry.ts';
import type { Appearance, PlanSource, TileProgress } from '../options.ts';
import type { ViewerTheme } from '../theme.ts';
import { paintHatch, paintPaper } from './paper.ts';
import {
  levelResolutions,
  levelTiles,
  MAX_PREFETCHED_TILES,
  preferCoarser,
  sharpTiles,
  tileExists,
} from './pyramid.ts';
import { TILE_RETRY, withRetries } from './retry.ts';
import { SharpTileLayer, SharpTileRenderer } from './tile-renderer.ts';
import { isPlain, paperColour, type Treat, treatment } from './treat.ts';

/** Cached decoded tiles; one of 512 pixels takes a megabyte. */
const MAX_CACHED_TILES = 128;
/** Maximum tiles of the smallest level kept permanently as the base. */
const BASE_MAX = 16;
/** Coarser levels loaded in addition to the shown one. */
const LEVELS_BELOW = 1;

export interface BaseTile {
  readonly x: number;
  readonly y: number;
  readonly image: ImageBitmap;
}

export interface TileTellers {
  progress(progress: TileProgress): void;
  baseLoaded(): void;
}

/** The result of a load that was superseded by a newer one. */
const NEWER_CALL = 'NEWER_CALL_CANCELED_PREVIOUS';

export class PlanTiles {
  readonly layer: SharpTileLayer;
  readonly projection: Projection;
  readonly extent: [number, number, number, number];
  base: readonly BaseTile[] = [];
  private readonly plan: PlanSource;
  private readonly tellers: TileTellers;
  private readonly stop = new AbortController();
  private readonly baseLoads = new Map<string, Promise<ImageBitmap>>();
  private readonly ahead = new Map<string, Promise<ImageBitmap>>();
  private readonly failed = new Set<OlTile>();
  private theme: ViewerTheme;
  private appearance: Appearance;
  private treat: Treat | undefined;
  private pending = 0;

  constructor(plan: PlanSource, ratio: number, theme: ViewerTheme, appearance: Appearance, tellers: TileTellers) {
    this.plan = plan;
    this.theme = theme;
    this.appearance = appearance;
    this.treat = isPlain(appearance) ? undefined : treatment(appearance);
    this.tellers = tellers;
    this.extent = [0, -plan.heightPx, plan.widthPx, 0];
    this.projection = new Projection({ code: 'plan', units: 'pixels', extent: this.extent });
    this.layer = new SharpTileLayer(
      this.makeSource(ratio),
      0,
      (layer) => new SharpTileRenderer(layer, MAX_CACHED_TILES, plan.tileSize, (image) => this.treated(image)),
    );
    this.layer.on('prerender', (event) => this.paintBelow(event));
    this.loadBase();
  }

  /** Requests the tiles of the first frame, which OpenLayers does only after drawing that frame. */
  loadAhead(frame: Frame): void {
    const places = sharpTiles(this.plan, frame);
    if (places.length > MAX_PREFETCHED_TILES) return;
    for (const { z, x, y } of places) {
      const key = `${z}/${x}/${y}`;
      if (this.baseLoads.has(key)) continue;
      const load = this.loadLasting(z, x, y, this.stop.signal);
      // The failure is reported to whoever takes the tile.
      load.catch(() => undefined);
      this.ahead.set(key, load);
    }
  }

  /** The view is complete: the coarser level, loaded for zooming out, no longer takes precedence. */
  drawn(): void {
    this.layer.setPreload(LEVELS_BELOW);
    this.dropAhead();
  }

  /** Preloaded tiles that the first view did not use are dropped. */
  private dropAhead(): void {
    for (const load of this.ahead.values()) load.then((image) => image.close()).catch(() => undefined);
    this.ahead.clear();
  }

  /** Tiles for another pixel density of the screen. */
  setRatio(ratio: number): void {
    this.layer.setSource(this.makeSource(ratio));
  }

  setLooks(theme: ViewerTheme, appearance: Appearance): void {
    if (appearance !== this.appearance) this.treat = isPlain(appearance) ? undefined : treatment(appearance);
    this.theme = theme;
    this.appearance = appearance;
    this.layer.changed();
  }

  get baseReady(): boolean {
    return this.base.length > 0;
  }

  treated(image: ImageBitmap): CanvasImageSource {
    return this.treat?.(image) ?? image;
  }

  retry(): void {
    const again = [...this.failed];
    this.failed.clear();
    for (const tile of again) tile.load();
    if (!this.baseReady) this.loadBase();
    this.tell();
  }

  /** The image's canvas as shown on screen; for the magnifier. */
  canvas(): HTMLCanvasElement | undefined {
    const canvas = this.layer.sharp?.getImage();
    return canvas instanceof HTMLCanvasElement ? canvas : undefined;
  }

  /** Another plan is shown now: loads of this one still in progress are aborted. */
  destroy(map: OlMap): void {
    this.stop.abort(new DOMException(NEWER_CALL, 'AbortError'));
    map.removeLayer(this.layer);
    this.layer.getSource()?.dispose();
    this.layer.dispose();
    for (const tile of this.base) tile.image.close();
    this.dropAhead();
  }

  private makeSource(ratio: number): ImageTile {
    const { plan } = this;
    // On a dense screen a tile of 512 pixels covers 512 / ratio CSS pixels, so that the level sharp at that density is
    // chosen.
    const resolutions = levelResolutions(plan.levels).map((resolution) => resolution * ratio);
    const source = new ImageTile({
      loader: (z, x, y, { signal }) => this.load(z, x, y, AbortSignal.any([signal, this.stop.signal])),
      projection: this.projection,
      tileGrid: new TileGrid({ extent: this.extent, resolutions, tileSize: plan.tileSize / ratio }),
      zDirection: preferCoarser,
      wrapX: false,
      transition: 0,
    });
    this.pending = 0;
    this.failed.clear();
    source.on('tileloadstart', () => this.count(1));
    source.on('tileloadend', (event: TileSourceEvent) => {
      this.count(-1);
      closeWhenDropped(event.tile, (image) => this.base.some((tile) => tile.image === image));
    });
    source.on('tileloaderror', (event: TileSourceEvent) => {
      this.failed.add(event.tile);
      this.count(-1);
    });
    return source;
  }

  private async load(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap> {
    if (!tileExists(this.plan, z, x, y)) return createImageBitmap(new ImageData(1, 1));
    const key = `${z}/${x}/${y}`;
    const kept = this.baseLoads.get(key);
    if (kept) return kept;
    const early = this.ahead.get(key);
    this.ahead.delete(key);
    return early ?? this.loadLasting(z, x, y, signal);
  }

  private loadLasting(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap> {
    return withRetries(() => this.loadOnce(z, x, y, signal), signal, TILE_RETRY);
  }

  private async loadOnce(z: number, x: number, y: number, signal: AbortSignal): Promise<ImageBitmap> {
    const { loader, tileUrl, ahead } = this.plan;
    // A tile whose preload failed is loaded like any other.
    const early = await ahead?.(z, x, y)?.catch(() => undefined);
    if (early) return early;
    const loaded = loader ? await loader(z, x, y, signal) : await fetchTile(tileUrl?.(z, x, y) ?? '', signal);
    return loaded instanceof Blob ? createImageBitmap(loaded) : loaded;
  }

  private loadBase(): void {
    const { columns, rows } = levelTiles(this.plan, 0);
    if (columns * rows > BASE_MAX) return;
    const loads: Promise<BaseTile>[] = [];
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const load = this.loadLasting(0, x, y, this.stop.signal);
        this.baseLoads.set(`0/${x}/${y}`, load);
        loads.push(load.then((image) => ({ x, y, image })));
      }
    }
    Promise.all(loads).then(
      (base) => {
        if (this.stop.signal.aborted) for (const tile of base) tile.image.close();
        else {
          this.base = base;
          this.layer.changed();
          this.tellers.baseLoaded();
        }
      },
      // Without a base the paper stays white until sharp tiles arrive; the tile layer reports the failure itself.
      () => this.baseLoads.clear(),
    );
  }

  private paintBelow(event: RenderEvent): void {
    const paper = paintPaper(event, this.plan, paperColour(this.appearance, this.theme.paper), this.theme.paperEdge);
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
      context.drawImage(this.treated(image), left + x * span, top + y * span, width, height);
    }
  }

  private count(by: 1 | -1): void {
    this.pending = Math.max(0, this.pending + by);
    this.tell();
  }

  private tell(): void {
    this.tellers.progress({ pending: this.pending, failed: this.failed.size });
  }
}

async function fetchTile(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`tile ${response.status}`);
  return response.blob();
}

/** Frees the image's memory as soon as OpenLayers drops the tile, without waiting for garbage collection. */
function closeWhenDropped(tile: OlTile, isKept: (image: ImageBitmap) => boolean): void {
  const data: unknown = 'getData' in tile && typeof tile.getData === 'function' ? tile.getData() : undefined;
  if (!(data instanceof ImageBitmap)) return;
  tile.addEventListener('change', () => {
    if (tile.getState() === TileState.EMPTY && !isKept(data)) data.close();
  });
}
