// What our tile encoder saves compared with libvips' lossless formats: the tiles of a generated A0 sheet, in processor
// time and bytes. `node bench/tile-encoders.ts` prints a table. libvips gets pixels as they come from the tiler,
// without a known palette.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { levelSize, readPackIndex, tileRange } from '@plumbline/core/features/plans/tiles/pack-format';
import { renderInProcess } from '@plumbline/server/rendering/in-process';
import { tileOf } from '@plumbline/server/rendering/testing/tile';
import sharp from 'sharp';
import { judge, table } from './common/figures.ts';
import { makeSheet } from './tiling/sheet.ts';

/** The encoder is kept as long as the fastest lossless format of libvips takes this many times as long. */
const MIN_GAIN = 2;
const MAX_TILES = 200;

/** The same pixels in the layouts of our encoder and of libvips. */
type Tile = { pixels: Int32Array; data: Buffer; width: number; height: number };
type Encode = (tile: Tile) => Promise<Uint8Array> | Uint8Array;

const raw = ({ data, width, height }: Tile) => sharp(data, { raw: { width, height, channels: 3 } });
const ENCODERS: Readonly<Record<string, Encode>> = {
  own: ({ pixels, width, height }) => tileOf(pixels, width, height).encode(),
  'webp, lossless, effort 0': (tile) => raw(tile).webp({ lossless: true, effort: 0 }).toBuffer(),
  'png, compression 6': (tile) => raw(tile).png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer(),
  'png, palette': (tile) => raw(tile).png({ palette: true, effort: 1, dither: 0 }).toBuffer(),
};

async function tilesOf(folder: string): Promise<Tile[]> {
  const sheet = join(folder, 'a0.pdf');
  await makeSheet(sheet);
  const created = await renderInProcess(sheet, 1, folder, () => undefined);
  const bytes = await readFile(created.pack);
  const index = readPackIndex(bytes);
  const { columns, rows } = levelSize(index.header, created.pyramid.levels - 1);
  const tiles: Tile[] = [];
  for (let at = 0; at < columns * rows && tiles.length < MAX_TILES; at++) {
    const range = tileRange(index, created.pyramid.levels - 1, at % columns, Math.floor(at / columns));
    if (!range) continue;
    const file = bytes.subarray(range.offset, range.offset + range.length);
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const pixels = Int32Array.from({ length: width * height }, (_, i) => data.readUIntLE(3 * i, 3));
    tiles.push({ pixels, data, width, height });
  }
  return tiles;
}

async function measure(tiles: readonly Tile[], encode: Encode): Promise<{ ms: number; bytes: number }> {
  let bytes = 0;
  const before = process.cpuUsage();
  for (const tile of tiles) bytes += (await encode(tile)).length;
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, bytes };
}

const folder = await mkdtemp(join(tmpdir(), 'plumbline-tile-encoders-'));
try {
  const tiles = await tilesOf(folder);
  const megapixels = tiles.reduce((sum, { width, height }) => sum + width * height, 0) / 1e6;
  const figures = new Map<string, { ms: number; bytes: number }>();
  for (const [name, encode] of Object.entries(ENCODERS)) {
    // The first round loads and compiles the code.
    await measure(tiles.slice(0, 20), encode);
    figures.set(name, await measure(tiles, encode));
  }
  table(
    [`${tiles.length} tiles`, 'ms of processor a megapixel', 'kB a megapixel'],
    [...figures].map(([name, { ms, bytes }]) => [name, ms / megapixels, bytes / 1000 / megapixels]),
  );
  const own = figures.get('own')?.ms ?? Number.NaN;
  const others = [...figures].flatMap(([name, { ms }]) => (name === 'own' ? [] : [ms]));
  judge('our encoder / the fastest of libvips, processor time', own / Math.min(...others), 1 / MIN_GAIN);
} finally {
  await rm(folder, { recursive: true, force: true });
}
