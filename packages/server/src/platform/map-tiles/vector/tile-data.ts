// The vector data of a tile, from a tile server or a PMTiles archive. Runs in the isolated process, which requests the
// bytes from its parent.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { Compression, PMTiles, ResolvedValueCache, TileType } from 'pmtiles';
import { ServiceError } from '../../fetch-limited.ts';
import { type FetchBytes, MAX_TILE_BYTES } from './messages.ts';

export type TileData = {
  maxZoom: () => Promise<number>;
  /** Decompressed; undefined if the map has no such tile. */
  tile: (z: number, x: number, y: number) => Promise<Uint8Array | undefined>;
};

const MAX_UNPACKED_BYTES = 4 * MAX_TILE_BYTES;
/** A longer range cannot be a directory or a tile. */
const MAX_RANGE_BYTES = 8 * 2 ** 20;
const CACHED_DIRECTORIES = 64;

export function archiveData(fetchBytes: FetchBytes): TileData {
  const source = {
    getKey: () => '',
    getBytes: async (offset: number, length: number) => {
      if (length > MAX_RANGE_BYTES) throw new ServiceError('has a list or a tile that is too long');
      const bytes = await fetchBytes({ kind: 'range', offset, length });
      return { data: bufferOf(bytes ?? new Uint8Array()) };
    },
  };
  const unpack = async (bytes: ArrayBuffer, compression: Compression) =>
    bufferOf(await unpacked(new Uint8Array(bytes), compression));
  // Unlike the library's default cache, this one does not keep failures.
  const archive = new PMTiles(source, new ResolvedValueCache(CACHED_DIRECTORIES, false, unpack), unpack);
  return {
    maxZoom: async () => {
      const { tileType, maxZoom } = await archive.getHeader();
      if (tileType !== TileType.Mvt) throw new ServiceError('does not contain vector tiles');
      return maxZoom;
    },
    tile: async (z, x, y) => {
      const found = await archive.getZxy(z, x, y);
      return found && new Uint8Array(found.data);
    },
  };
}

export function serverData(fetchBytes: FetchBytes, maxZoom: number): TileData {
  return {
    maxZoom: async () => maxZoom,
    tile: async (z, x, y) => {
      const bytes = await fetchBytes({ kind: 'tile', z, x, y });
      return bytes && unpacked(bytes, bytes[0] === 0x1f && bytes[1] === 0x8b ? Compression.Gzip : Compression.None);
    },
  };
}

async function unpacked(bytes: Uint8Array, compression: Compression): Promise<Uint8Array> {
  const limit = { maxOutputLength: MAX_UNPACKED_BYTES };
  if (compression === Compression.Gzip) return promisify(gunzip)(bytes, limit);
  if (compression === Compression.Brotli) return promisify(brotliDecompress)(bytes, limit);
  if (compression > Compression.None) throw new ServiceError('is compressed in an unknown way');
  return bytes;
}

/** Copies the bytes into their own ArrayBuffer, as the library requires. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}
