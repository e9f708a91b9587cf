// Map tiles rendered here from vector data, so that users get images as from any other source. The data comes from a
// tile server or from a PMTiles archive.
import { open } from 'node:fs/promises';
import { fetchLimited, fetchRange, ServiceError } from '../../fetch-limited.ts';
import type { MapTile, MapTiles } from '../map-tiles.ts';
import { IsolatedDrawer } from './isolated-drawer.ts';
import { type FetchBytes, MAX_TILE_BYTES } from './messages.ts';

export type VectorOptions = { url: string; attribution: string; maxZoom: number; dataZoom: number; language: string };

const TIMEOUT_MS = 15_000;

/** Whether a URL points to vector tiles, judged by its extension. */
export const isVector = (url: string): boolean => /\.(pbf|mvt|pmtiles)([?#].*)?$/iu.test(url);
const isArchive = (url: string): boolean => /\.pmtiles([?#].*)?$/iu.test(url);

export function vectorMap({ url, attribution, maxZoom, dataZoom, language }: VectorOptions): MapTiles {
  const drawer = new IsolatedDrawer({ isArchive: isArchive(url), dataZoom, language }, bytesOf(url));
  return {
    attribution,
    maxZoom,
    async tile(z, x, y, signal): Promise<MapTile | undefined> {
      const side = 2 ** z;
      if (z > maxZoom || x >= side || y >= side) return undefined;
      const picture = await drawer.draw(z, x, y, signal);
      return picture && { bytes: Buffer.from(picture), mime: 'image/png' };
    },
  };
}

const bytesOf =
  (url: string): FetchBytes =>
  async (request) => {
    if (request.kind === 'tile') return tileOf(url, request);
    const { offset, length } = request;
    return /^https?:/u.test(url)
      ? fetchRange(url, offset, length, { timeout: TIMEOUT_MS, maxBytes: length })
      : readRange(url, offset, length);
  };

async function tileOf(url: string, { z, x, y }: { z: number; x: number; y: number }): Promise<Uint8Array | undefined> {
  const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  try {
    return await fetchLimited(address, 'application/x-protobuf', { timeout: TIMEOUT_MS, maxBytes: MAX_TILE_BYTES });
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 404 || error.status === 204)) return undefined;
    throw error;
  }
}

async function readRange(path: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new ServiceError('cannot be opened', undefined, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
