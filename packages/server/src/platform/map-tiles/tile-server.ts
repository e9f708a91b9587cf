// Map tiles from a server of the operator's choice, with a URL template. Users choose only the coordinates of a tile.
import { fetchLimited, ServiceError } from '../fetch-limited.ts';
import type { MapTile, MapTiles } from './map-tiles.ts';

const TIMEOUT = 15_000;
const MAX_BYTES = 2 * 1_048_576;

/** Detected from the first bytes, whatever content type the server sends. */
function mimeOf(bytes: Buffer): MapTile['mime'] | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  const webp =
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP';
  return webp ? 'image/webp' : undefined;
}

export function tileServer({
  url,
  attribution,
  maxZoom,
}: {
  url: string;
  attribution: string;
  maxZoom: number;
}): MapTiles {
  return {
    attribution,
    maxZoom,
    async tile(z, x, y, signal) {
      const side = 2 ** z;
      if (z > maxZoom || x >= side || y >= side) return undefined;
      const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      try {
        const bytes = await fetchLimited(address, 'image/*', { timeout: TIMEOUT, maxBytes: MAX_BYTES, signal });
        const mime = mimeOf(bytes);
        if (!mime) throw new ServiceError('answered something that is no picture');
        return { bytes, mime };
      } catch (error) {
        // Sources have no tiles for the sea or outside their country.
        if (error instanceof ServiceError && (error.status === 404 || error.status === 204)) return undefined;
        throw error;
      }
    },
  };
}
