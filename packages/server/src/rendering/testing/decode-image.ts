// Inspects rendered output: pixels of an image by fractions of its sides, and a whole level assembled from its tiles.
import { readFile } from 'node:fs/promises';
import { levelSize, type PackIndex, readPackIndex, tileRange } from '@plumbline/core/features/plans/tiles/pack-format';
import sharp from 'sharp';

export type Rgb = readonly [number, number, number];

export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** The pixel at fractions of width and height. */
  at(x: number, y: number): Rgb;
}

export async function decodeImage(file: string | Buffer): Promise<DecodedImage> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pictureOf(data, info.width, info.height);
}

function pictureOf(data: Buffer, width: number, height: number): DecodedImage {
  return {
    width,
    height,
    at(x, y) {
      const from =
        3 * (Math.min(height - 1, Math.floor(y * height)) * width + Math.min(width - 1, Math.floor(x * width)));
      return [data[from] ?? -1, data[from + 1] ?? -1, data[from + 2] ?? -1];
    },
  };
}

/** The nearest basic colour, so that lossy images can be checked too. */
export function colourOf([r, g, b]: Rgb): string {
  const name = [r, g, b].map((part) => (part > 170 ? '1' : part < 85 ? '0' : '?')).join('');
  const names: Record<string, string> = {
    '111': 'white',
    '000': 'black',
    '100': 'red',
    '010': 'green',
    '001': 'blue',
    '110': 'yellow',
  };
  return names[name] ?? `${r},${g},${b}`;
}

export interface OpenPack {
  readonly index: PackIndex;
  readonly bytes: Buffer;
}

export async function openPack(path: string): Promise<OpenPack> {
  const bytes = await readFile(path);
  return { index: readPackIndex(bytes), bytes };
}

/** One level, assembled from its tiles. */
export async function sampleLevel({ index, bytes }: OpenPack, z: number): Promise<DecodedImage> {
  const { width, height, columns, rows } = levelSize(index.header, z);
  const tiles = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const range = tileRange(index, z, x, y);
      if (!range) throw new Error(`no tile ${z}/${x}/${y}`);
      const input = bytes.subarray(range.offset, range.offset + range.length);
      tiles.push({ input, left: x * index.header.tileSize, top: y * index.header.tileSize });
    }
  }
  const empty = sharp({ create: { width, height, channels: 3, background: '#ff00ff' } });
  return decodeImage(await empty.composite(tiles).png().toBuffer());
}
