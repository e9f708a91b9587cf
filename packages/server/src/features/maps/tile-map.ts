// Renders an area from a map source: fetches its tiles row by row, assembles and crops them.
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAP_TILE, type MapFrame, tilesOf } from '@plumbline/core/features/maps/rules';
import sharp from 'sharp';
import { ServiceError } from '../../platform/fetch-limited.ts';
import type { MapTiles } from '../../platform/map-tiles/map-tiles.ts';

/** Concurrent tile requests, kept low because the map server belongs to a third party. */
const MAX_CONCURRENT_REQUESTS = 4;
const MAX_ATTEMPTS = 3;
/** Fill colour where the map has no tiles. */
const EMPTY_COLOUR = { r: 238, g: 238, b: 236 };
const CHANNELS = 3;
/** High-resolution sources have tiles of double size; larger images are rejected. */
const MAX_TILE_PIXELS = 1_024 * 1_024;

type Options = { signal: AbortSignal; onProgress: (share: number) => void };

async function pixelsOf(source: MapTiles, z: number, x: number, y: number, signal: AbortSignal): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      const tile = await source.tile(z, x, y, signal);
      if (!tile) return Buffer.alloc(0);
      return await sharp(tile.bytes, { limitInputPixels: MAX_TILE_PIXELS })
        .resize(MAP_TILE, MAP_TILE, { fit: 'fill' })
        .flatten({ background: EMPTY_COLOUR })
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !(error instanceof ServiceError)) throw error;
    }
  }
}

/** The tiles of a row in order, fetched a few at a time. */
async function rowTiles(columns: number, one: (column: number) => Promise<Buffer>): Promise<Buffer[]> {
  const tiles: Buffer[] = [];
  let next = 0;
  const work = async () => {
    while (next < columns) {
      const column = next++;
      tiles[column] = await one(column);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_REQUESTS, columns) }, work));
  return tiles;
}

/** Joins tiles side by side into `width` pixels, cropping `skip` pixels on the left of the first. */
function strip(tiles: readonly Buffer[], skip: number, width: number): Buffer {
  const row = Buffer.alloc(width * MAP_TILE * CHANNELS);
  for (let at = 0; at < row.length; at += CHANNELS) {
    row[at] = EMPTY_COLOUR.r;
    row[at + 1] = EMPTY_COLOUR.g;
    row[at + 2] = EMPTY_COLOUR.b;
  }
  for (const [column, pixels] of tiles.entries()) {
    if (pixels.length === 0) continue;
    const from = Math.max(0, column * MAP_TILE - skip);
    const cut = Math.max(0, skip - column * MAP_TILE);
    const length = Math.min(MAP_TILE - cut, width - from);
    for (let y = 0; y < MAP_TILE && length > 0; y++) {
      const start = (y * MAP_TILE + cut) * CHANNELS;
      pixels.copy(row, (y * width + from) * CHANNELS, start, start + length * CHANNELS);
    }
  }
  return row;
}

/** Writes the image as a PNG into `folder` and returns its path. Throws `ServiceError` if the source fails. */
export async function writeTileMap(
  source: MapTiles,
  frame: MapFrame,
  folder: string,
  { signal, onProgress }: Options,
): Promise<string> {
  const { zoom, left, top, width, height } = frame;
  const { fromX, toX, fromY, toY } = tilesOf(frame);
  const rawPath = join(folder, 'map.raw');
  const file = await open(rawPath, 'w+');
  try {
    for (let y = fromY; y <= toY; y++) {
      const tiles = await rowTiles(toX - fromX + 1, (column) => pixelsOf(source, zoom, fromX + column, y, signal));
      const pixels = strip(tiles, left - fromX * MAP_TILE, width);
      const first = Math.max(0, top - y * MAP_TILE);
      const end = Math.min(MAP_TILE, top + height - y * MAP_TILE);
      await file.appendFile(pixels.subarray(first * width * CHANNELS, end * width * CHANNELS));
      onProgress((y - fromY + 1) / (toY - fromY + 1));
    }
    const path = join(folder, 'map.png');
    const picture = sharp({ raw: { width, height, channels: CHANNELS } }).png({ compressionLevel: 6 });
    await pipeline(file.createReadStream({ start: 0, autoClose: false }), picture, createWriteStream(path));
    return path;
  } finally {
    await file.close();
  }
}
