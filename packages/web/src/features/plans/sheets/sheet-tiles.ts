// The tiles that a canvas of sheets shows. Those of the latest frame are kept on lease; others stay in the shared cache
// while there is room.
import type { PlanSource } from '../../../viewer/options.ts';
import { leaseTile } from '../../../viewer/tiles/lease-tile.ts';
import { type TileCoord, tileKey } from '../../../viewer/tiles/pyramid.ts';
import type { TileLease } from '../../../viewer/tiles/tile-cache.ts';

type Shown = { readonly lease: TileLease; image: ImageBitmap | undefined; frame: number };

export class SheetTiles {
  private readonly shown = new Map<string, Shown>();
  private frame = 0;
  private readonly onLoad: () => void;
  private readonly onFailure: () => void;

  /** `onFailure`: a tile could not be loaded, perhaps because its link has expired; it is tried again. */
  constructor(onLoad: () => void, onFailure: () => void) {
    this.onLoad = onLoad;
    this.onFailure = onFailure;
  }

  /** The tile if loaded; otherwise it is requested. */
  take(source: PlanSource, tile: TileCoord): ImageBitmap | undefined {
    const key = tileKey(source.id, tile);
    const shown = this.shown.get(key) ?? this.request(key, source, tile);
    shown.frame = this.frame;
    return shown.image;
  }

  /** Like `take`, without requesting it. */
  peek(source: PlanSource, tile: TileCoord): ImageBitmap | undefined {
    const key = tileKey(source.id, tile);
    const shown = this.shown.get(key);
    if (!shown) return source.cache.peek(key);
    shown.frame = this.frame;
    return shown.image;
  }

  /** Call after each frame: releases the tiles that it did not show. */
  endFrame(): void {
    for (const [key, { lease, frame }] of this.shown) {
      if (frame === this.frame) continue;
      lease.release();
      this.shown.delete(key);
    }
    this.frame += 1;
  }

  close(): void {
    for (const { lease } of this.shown.values()) lease.release();
    this.shown.clear();
  }

  private request(key: string, source: PlanSource, tile: TileCoord): Shown {
    const { loadTile } = source;
    const lease = leaseTile(
      {
        ...source,
        loadTile: (coord, signal) =>
          loadTile(coord, signal).catch((error: unknown) => {
            if (!signal.aborted) this.onFailure();
            throw error;
          }),
      },
      tile,
    );
    const shown: Shown = { lease, image: source.cache.peek(key), frame: this.frame };
    this.shown.set(key, shown);
    if (!shown.image) {
      lease.image.then(
        (image) => {
          shown.image = image;
          if (this.shown.get(key) === shown) this.onLoad();
        },
        // All attempts have failed: the next frame requests it again.
        () => {
          if (this.shown.get(key) === shown) this.shown.delete(key);
        },
      );
    }
    return shown;
  }
}
