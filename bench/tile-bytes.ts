// Bytes per megapixel of tiles, compared with the best of PNG, WebP and AVIF that libvips creates from the same pixels
// at the same legibility: drawings lossless, pictures at the lowest quality that is as close to the pixels as our tile.
// Usage: `node bench/tile-bytes.ts [tiles]`.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { levelSize, readPackIndex, tileRange } from '@plumbline/core/features/plans/tiles/pack-format';
import { renderInProcess } from '@plumbline/server/rendering/in-process';
import sharp, { type OutputInfo } from 'sharp';
import { judge, table } from './common/figures.ts';
import { makeSheet } from './tiling/sheet.ts';

/** Our tiles may be this much larger, because they are encoded several times faster. */
const GOAL = 1.3;
const SAMPLES = fileURLToPath(new URL('../../shared/samples/', import.meta.url));
const SHEETS = [
  'plans-pdf/tierhotel-EG_213x78cm.pdf',
  'plans-sheetset-pdf/A-101_First-Floor.pdf',
  'plans-revisions-pdf/kegonsa-foundation_rev2-20141105.pdf',
  'plans-revisions-jpg/1810spark-A101_20191004.jpg',
];
const QUALITIES = [40, 55, 65, 75, 82, 88, 93];

type Sums = { tiles: number; pixels: number; ours: number; png: number; webp: number; avif: number };
type Raw = { data: Buffer; info: OutputInfo };

const half = (one: number): number => Math.round(one * 10) / 10;
const raw = (file: Buffer): Promise<Raw> => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });

function apart(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += ((one[i] ?? 0) - (other[i] ?? 0)) ** 2;
  return sum / one.length;
}

/** Sizes in each format, all lossless. */
async function drawn({ data, info }: Raw): Promise<Pick<Sums, 'png' | 'webp' | 'avif'>> {
  const from = () => sharp(data, { raw: info });
  const colours = new Set<number>();
  for (let i = 0; i < data.length && colours.size <= 256; i += 3) colours.add(data.readUIntBE(i, 3));
  const png = await from().png({ compressionLevel: 9, adaptiveFiltering: false }).toBuffer();
  const palette =
    colours.size <= 256 ? await from().png({ compressionLevel: 9, palette: true, dither: 0 }).toBuffer() : png;
  const webp = await from().webp({ lossless: true, effort: 6 }).toBuffer();
  const avif = await from().avif({ lossless: true, chromaSubsampling: '4:4:4', effort: 2 }).toBuffer();
  return { png: Math.min(png.length, palette.length), webp: webp.length, avif: avif.length };
}

/** Sizes at the lowest quality that is at least as close to the pixels as our tile. */
async function pictured(pixels: Raw, ours: Buffer): Promise<Pick<Sums, 'png' | 'webp' | 'avif'>> {
  const { data, info } = pixels;
  const near = apart(data, (await raw(ours)).data);
  const least = async (encode: (quality: number) => Promise<Buffer>): Promise<number> => {
    let last = ours.length;
    for (const quality of QUALITIES) {
      const file = await encode(quality);
      last = file.length;
      if (apart(data, (await raw(file)).data) <= near * 1.02) break;
    }
    return last;
  };
  const from = () => sharp(data, { raw: info });
  return {
    png: (await from().png({ compressionLevel: 9 }).toBuffer()).length,
    webp: await least((quality) => from().webp({ quality, effort: 4 }).toBuffer()),
    avif: await least((quality) => from().avif({ quality, chromaSubsampling: '4:2:0', effort: 2 }).toBuffer()),
  };
}

/** The first chunk of a lossless WebP identifies it. */
const isLossless = (tile: Buffer): boolean => tile.toString('latin1', 12, 16) === 'VP8L';

async function measure(path: string, folder: string, most: number): Promise<Sums> {
  const created = await renderInProcess(path, 1, folder, () => undefined);
  const bytes = await readFile(created.pack);
  const index = readPackIndex(bytes);
  const sums: Sums = { tiles: 0, pixels: 0, ours: 0, png: 0, webp: 0, avif: 0 };
  const z = created.pyramid.levels - 1;
  const { columns, rows } = levelSize(index.header, z);
  // Samples evenly over the sheet, regardless of its content. Identical tiles are stored once, so they are counted
  // once.
  const seen = new Set<number>();
  const step = Math.max(1, Math.floor((columns * rows) / most));
  for (let at = Math.floor(step / 2); at < columns * rows; at += step) {
    const range = tileRange(index, z, at % columns, Math.floor(at / columns));
    if (!range || seen.has(range.offset)) continue;
    seen.add(range.offset);
    const tile = bytes.subarray(range.offset, range.offset + range.length);
    const pixels = await raw(tile);
    // The source of a lossy tile no longer exists; its own pixels, compressed lossily once more, are used instead.
    const others = isLossless(tile) ? await drawn(pixels) : await pictured(pixels, await again(pixels));
    sums.tiles += 1;
    sums.pixels += pixels.info.width * pixels.info.height;
    sums.ours += tile.length;
    sums.png += others.png;
    sums.webp += others.webp;
    sums.avif += others.avif;
  }
  return sums;
}

const again = ({ data, info }: Raw): Promise<Buffer> =>
  sharp(data, { raw: info }).webp({ quality: 82, effort: 1 }).toBuffer();

export async function run(most = 60): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-tile-bytes-'));
  try {
    const created = join(folder, 'made.pdf');
    await makeSheet(created);
    const paths = [created, ...SHEETS.map((name) => join(SAMPLES, name)).filter((path) => existsSync(path))];
    const rows = [];
    for (const path of paths) {
      const sums = await measure(path, folder, most);
      const perMegapixel = (bytes: number) => half(bytes / 1_000 / (sums.pixels / 1e6));
      const best = Math.min(sums.png, sums.webp, sums.avif);
      rows.push({
        sums,
        best,
        cells: [
          basename(path),
          String(sums.tiles),
          ...[sums.ours, sums.png, sums.webp, sums.avif].map(perMegapixel),
          sums.ours / best,
        ],
      });
    }
    table(
      ['kB a megapixel of', 'tiles', 'ours', 'png', 'webp', 'avif', 'ours/best'],
      rows.map(({ cells }) => cells),
    );
    for (const { sums, best, cells } of rows) judge(String(cells[0]), sums.ours / best, GOAL);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await run(Number(process.argv[2] ?? 60));
