// Map tiles from vector data, drawn here: whoever shows a map or makes a plan of one gets pictures as from any other source. The data comes
// tile by tile from a server, or out of one PMTiles file.
import sharp from 'sharp';
import { fetchLimited, ServiceError } from '../../fetch-limited.ts';
import type { MapTile, MapTiles } from '../map-tiles.ts';
import { drawTile, PIXELS } from './draw-tile.ts';
import { letters } from './letters.ts';
import { readTile, type TileLayer } from './mapbox-tile.ts';
import { placeNames, type Written } from './names.ts';
import { pmTiles, rangesOf, unpacked } from './pmtiles.ts';

/** The vector data of a square of the world; undefined where there is none. */
export type VectorData = {
  maxZoom: (signal?: AbortSignal) => Promise<number>;
  tile: (z: number, x: number, y: number, signal?: AbortSignal) => Promise<Uint8Array | undefined>;
};

export type VectorOptions = { url: string; attribution: string; maxZoom: number; dataZoom: number; language: string };

const TIMEOUT = 15_000;
const MAX_BYTES = 4 * 1_048_576;
/** Tiles that are kept read: the pictures of a plan all come from one or a few. */
const KEPT = 16;
const GZIP = 2;

/** Whether an address is one of vector tiles: by its ending, as all sources have it. */
export const isVector = (url: string): boolean => /\.(pbf|mvt|pmtiles)([?#].*)?$/iu.test(url);

function dataOf({ url, dataZoom }: VectorOptions): VectorData {
  if (/\.pmtiles([?#].*)?$/iu.test(url)) {
    const file = pmTiles(rangesOf(url));
    return {
      maxZoom: async (signal) => {
        const { maxZoom, vector } = await file.head(signal);
        if (!vector) throw new ServiceError('holds no vector tiles');
        return maxZoom;
      },
      tile: file.tile,
    };
  }
  return {
    maxZoom: async () => dataZoom,
    tile: async (z, x, y, signal) => {
      const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      try {
        const bytes = await fetchLimited(address, 'application/x-protobuf', {
          timeout: TIMEOUT,
          maxBytes: MAX_BYTES,
          signal,
        });
        return await unpacked(bytes, bytes[0] === 0x1f && bytes[1] === 0x8b ? GZIP : 0, MAX_BYTES);
      } catch (error) {
        if (error instanceof ServiceError && (error.status === 404 || error.status === 204)) return undefined;
        throw error;
      }
    },
  };
}

type Kept = { layers: TileLayer[]; names: Map<number, Written[]> };

export function vectorMap(options: VectorOptions, data: VectorData = dataOf(options)): MapTiles {
  const { attribution, maxZoom, language } = options;
  const kept = new Map<string, Promise<Kept | undefined>>();

  function source(z: number, x: number, y: number, signal?: AbortSignal): Promise<Kept | undefined> {
    const key = `${z}/${x}/${y}`;
    const known = kept.get(key);
    if (known) return known;
    const made = data.tile(z, x, y, signal).then((bytes) => bytes && { layers: read(bytes), names: new Map() });
    kept.set(key, made);
    // Who comes next may have more luck.
    made.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  }

  return {
    attribution,
    maxZoom,
    async tile(z, x, y, signal): Promise<MapTile | undefined> {
      const side = 2 ** z;
      if (z > maxZoom || x >= side || y >= side) return undefined;
      const level = Math.min(z, await data.maxZoom(signal));
      const parts = 2 ** (z - level);
      const found = await source(level, Math.floor(x / parts), Math.floor(y / parts), signal);
      if (!found) return undefined;
      const square = { zoom: z, parts, column: x % parts, row: y % parts };
      const words = letters();
      const names =
        found.names.get(z) ??
        placeNames(found.layers, { side: PIXELS * parts, zoom: z, language }, (text, size) =>
          words.widthOf(text, size),
        );
      found.names.set(z, names);
      const picture = Buffer.from(drawTile(found.layers, square, names, words));
      return { bytes: await sharp(picture).png({ palette: true, effort: 3, dither: 0 }).toBuffer(), mime: 'image/png' };
    },
  };
}

function read(bytes: Uint8Array): TileLayer[] {
  try {
    return readTile(bytes);
  } catch (error) {
    throw new ServiceError('answered something that is no vector tile', undefined, { cause: error });
  }
}
