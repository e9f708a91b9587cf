// The tile pack of a plan: a fixed header, an index with one entry per tile, then the tiles. Pure bytes and arithmetic
// without file or network access, so the server and an offline browser read the same file.
//
// Header, 64 bytes, little endian:
//   0  magic "PLBTILES"      8  version u32      12 width u32       16 height u32     20 tile size u32   24 levels u32
//   28 tile count u32        32 checksum of the index u32           36 media u32 (1: image/webp)
//   40 file length low u32   44 file length high u32                48 zeros
// Index entry, 12 bytes: offset low u32, offset high u32, length u32. Order: level, then row, then column. Level
// `levels - 1` is the image itself, each level below halves it (rounding up), level 0 fits one tile. Equal tiles are
// stored once.

export const PACK_HEADER_BYTES = 64;
export const PACK_ENTRY_BYTES = 12;
const PACK_VERSION = 1;
/** Pixels along each side of a tile; tiles at the right and lower edge are smaller. */
export const TILE_SIZE = 512;

const MAGIC = 'PLBTILES';
const MAX_TILES = 4_000_000;
const TWO_32 = 2 ** 32;

/** The size of the image and its tiles, in pixels. */
export interface PackGeometry {
  readonly width: number;
  readonly height: number;
  readonly tileSize: number;
  readonly levels: number;
}

export interface PackHeader extends PackGeometry {
  readonly tileCount: number;
  readonly indexChecksum: number;
  /** Length of the whole file; a shorter file is truncated. */
  readonly fileBytes: number;
}

/** A byte range of a file: `length` bytes from `offset`. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

export interface PackIndex {
  readonly header: PackHeader;
  readonly entries: Uint8Array;
}

/** The bytes are not a tile pack, have a newer version, or are damaged. */
export class PackError extends Error {
  override readonly name = 'PackError';
}

/** The pyramid of an image: as many levels as needed until level 0 fits one tile. */
export function pyramidOf(width: number, height: number, tileSize = TILE_SIZE): PackGeometry {
  let levels = 1;
  while (Math.max(width, height) > tileSize * 2 ** (levels - 1)) levels++;
  return { width, height, tileSize, levels };
}

/** Size of one level in pixels and in tiles. */
export function levelSize(pack: PackGeometry, z: number) {
  const shrink = 2 ** (pack.levels - 1 - z);
  const width = Math.ceil(pack.width / shrink);
  const height = Math.ceil(pack.height / shrink);
  return { width, height, columns: Math.ceil(width / pack.tileSize), rows: Math.ceil(height / pack.tileSize) };
}

/** Number of tiles on all levels. */
export function tileCount(pack: PackGeometry): number {
  return firstOfLevel(pack, pack.levels);
}

function firstOfLevel(pack: PackGeometry, z: number): number {
  let count = 0;
  for (let level = 0; level < z; level++) {
    const { columns, rows } = levelSize(pack, level);
    count += columns * rows;
  }
  return count;
}

/** The position of a tile in the index; null if the pyramid has no such tile. */
export function tileNumber(pack: PackGeometry, z: number, x: number, y: number): number | null {
  if (![z, x, y].every(Number.isInteger) || z < 0 || z >= pack.levels || x < 0 || y < 0) return null;
  const { columns, rows } = levelSize(pack, z);
  return x < columns && y < rows ? firstOfLevel(pack, z) + y * columns + x : null;
}

/** Byte range of the index. */
export function indexRange(header: PackGeometry & { readonly tileCount: number }): ByteRange {
  return { offset: PACK_HEADER_BYTES, length: header.tileCount * PACK_ENTRY_BYTES };
}

/** Byte range of one tile's index entry; read it and pass it to `readTileEntry`. */
export function tileEntryRange(pack: PackGeometry, z: number, x: number, y: number): ByteRange | null {
  const number = tileNumber(pack, z, x, y);
  return number === null ? null : { offset: PACK_HEADER_BYTES + number * PACK_ENTRY_BYTES, length: PACK_ENTRY_BYTES };
}

/** Reads one entry: the byte range of the tile. */
export function readTileEntry(bytes: Uint8Array, at = 0): ByteRange {
  const view = viewOf(bytes);
  return {
    offset: view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32,
    length: view.getUint32(at + 8, true),
  };
}

/** Reads the header from the first 64 bytes or more. Throws `PackError`. */
export function readPackHeader(bytes: Uint8Array): PackHeader {
  if (bytes.length < PACK_HEADER_BYTES) throw new PackError('too short for a header');
  for (let i = 0; i < MAGIC.length; i++) if (bytes[i] !== MAGIC.charCodeAt(i)) throw new PackError('not a tile pack');
  const view = viewOf(bytes);
  const at = (offset: number) => view.getUint32(offset, true);
  if (at(8) !== PACK_VERSION) throw new PackError(`version ${at(8)}`);
  const header: PackHeader = {
    width: at(12),
    height: at(16),
    tileSize: at(20),
    levels: at(24),
    tileCount: at(28),
    indexChecksum: at(32),
    fileBytes: at(40) + at(44) * TWO_32,
  };
  const sane = header.width > 0 && header.height > 0 && header.tileSize > 0 && header.levels > 0 && header.levels <= 32;
  if (!sane || header.tileCount > MAX_TILES || tileCount(header) !== header.tileCount)
    throw new PackError('bad header');
  return header;
}

/**
 * Reads the index: `bytes` start with the header, or are the index alone if the header is given. Throws `PackError`.
 */
export function readPackIndex(bytes: Uint8Array, known?: PackHeader): PackIndex {
  const header = known ?? readPackHeader(bytes);
  const start = known ? 0 : PACK_HEADER_BYTES;
  const entries = bytes.subarray(start, start + header.tileCount * PACK_ENTRY_BYTES);
  if (entries.length < header.tileCount * PACK_ENTRY_BYTES) throw new PackError('index cut off');
  if (checksum(entries) !== header.indexChecksum) throw new PackError('index damaged');
  return { header, entries };
}

/** Byte range of a tile; null if the pyramid has no such tile. */
export function tileRange(index: PackIndex, z: number, x: number, y: number): ByteRange | null {
  const number = tileNumber(index.header, z, x, y);
  return number === null ? null : readTileEntry(index.entries, number * PACK_ENTRY_BYTES);
}

/** Header and index as bytes. `entries` in index order, one per tile. Throws `PackError` if one is missing. */
export function writePackIndex(
  pack: PackGeometry,
  entries: readonly (ByteRange | undefined)[],
  fileBytes: number,
): Uint8Array {
  const count = tileCount(pack);
  if (count > MAX_TILES) throw new PackError('too many tiles');
  const bytes = new Uint8Array(PACK_HEADER_BYTES + count * PACK_ENTRY_BYTES);
  const view = viewOf(bytes);
  for (let number = 0; number < count; number++) {
    const entry = entries[number];
    if (!entry) throw new PackError(`tile ${number} is missing`);
    const at = PACK_HEADER_BYTES + number * PACK_ENTRY_BYTES;
    view.setUint32(at, entry.offset % TWO_32, true);
    view.setUint32(at + 4, Math.floor(entry.offset / TWO_32), true);
    view.setUint32(at + 8, entry.length, true);
  }
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  const fields = [PACK_VERSION, pack.width, pack.height, pack.tileSize, pack.levels, count];
  for (const [i, value] of fields.entries()) view.setUint32(8 + 4 * i, value, true);
  view.setUint32(32, checksum(bytes.subarray(PACK_HEADER_BYTES)), true);
  view.setUint32(36, 1, true);
  view.setUint32(40, fileBytes % TWO_32, true);
  view.setUint32(44, Math.floor(fileBytes / TWO_32), true);
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** FNV-1a: enough to detect a damaged or wrong index; not a protection against tampering. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
