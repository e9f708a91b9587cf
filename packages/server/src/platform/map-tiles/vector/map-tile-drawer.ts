// Draws map tiles as PNG from vector data. Tiles beyond the data's zoom level are drawn from a part of a coarser tile.
// Runs in the isolated process.
import sharp from 'sharp';
import { drawTile, PIXELS } from './draw-tile.ts';
import { type PlacedLabel, placeNames } from './names.ts';
import { letters } from './text-outlines.ts';
import type { TileData } from './tile-data.ts';
import { readTile, type TileLayer } from './vector-tile.ts';

export type DrawMapTile = (z: number, x: number, y: number) => Promise<Uint8Array | undefined>;

/** Number of parsed tiles in memory: the images of a plan all come from one or a few. */
const CACHED_TILES = 16;

type ReadTile = { layers: TileLayer[]; names: Map<number, PlacedLabel[]> };

export function mapTileDrawer(data: TileData, language: string): DrawMapTile {
  const cache = new Map<string, Promise<ReadTile | undefined>>();

  function read(z: number, x: number, y: number): Promise<ReadTile | undefined> {
    const key = `${z}/${x}/${y}`;
    const known = cache.get(key);
    if (known) return known;
    const created = data.tile(z, x, y).then((bytes) => bytes && { layers: readTile(bytes), names: new Map() });
    cache.set(key, created);
    // The next request tries again.
    created.catch(() => cache.delete(key));
    const [oldest] = cache.keys();
    if (cache.size > CACHED_TILES && oldest !== undefined) cache.delete(oldest);
    return created;
  }

  return async (z, x, y) => {
    const level = Math.min(z, await data.maxZoom());
    const parts = 2 ** (z - level);
    const found = await read(level, Math.floor(x / parts), Math.floor(y / parts));
    if (!found) return undefined;
    const typeface = letters();
    const names =
      found.names.get(z) ??
      placeNames(found.layers, { side: PIXELS * parts, zoom: z, language }, (text, size) =>
        typeface.widthOf(text, size),
      );
    found.names.set(z, names);
    const square = { zoom: z, parts, column: x % parts, row: y % parts };
    const picture = Buffer.from(drawTile(found.layers, square, names, typeface));
    return sharp(picture).png({ palette: true, effort: 3, dither: 0 }).toBuffer();
  };
}
