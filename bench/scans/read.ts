// Makes a scan of a sample sheet, and reads it as an import does.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readableWords } from '@plumbline/core/features/imports/plan-words';
import { readViewCaptions } from '@plumbline/server/features/imports/scale-regions/view-captions';
import { nameScans } from '@plumbline/server/features/imports/scans/name-scans';
import { recogniseTitleBlock } from '@plumbline/server/features/imports/scans/recognise-page';
import type { TextRecogniser } from '@plumbline/server/platform/text-recogniser/text-recogniser';
import { renderInProcess, scanInProcess } from '@plumbline/server/rendering/in-process';
import { readTextLayer } from '@plumbline/server/rendering/text/text-layer';
import sharp from 'sharp';

/** Degrees and strength of the noise: as from the feeder of a large-format scanner. */
const ASKEW = 0.25;
const NOISE = 12;

async function writeScan(path: string, page: number, folder: string): Promise<{ scan: string; pixels: number }> {
  const pgm = join(folder, 'sheet.pgm');
  await scanInProcess(path, page, { out: pgm });
  const bytes = await readFile(pgm);
  const [, width = 0, height = 0] = (
    /^P5\n(\d+) (\d+)\n255\n/u.exec(bytes.subarray(0, 40).toString('latin1')) ?? []
  ).map(Number);
  const grey = new Uint8Array(bytes.subarray(bytes.length - width * height));
  let seed = 7;
  for (let i = 0; i < grey.length; i++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    grey[i] = Math.max(0, Math.min(255, (grey[i] ?? 0) + ((seed >> 16) % (2 * NOISE)) - NOISE));
  }
  const scan = join(folder, 'scan.jpg');
  await sharp(grey, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .rotate(ASKEW, { background: '#ffffff' })
    .blur(0.6)
    .jpeg({ quality: 75 })
    .toFile(scan);
  return { scan, pixels: width * height };
}

export async function scannedFacts(recogniser: TextRecogniser, path: string, page: number) {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-scans-'));
  try {
    const { scan, pixels } = await writeScan(path, page, folder);
    const began = performance.now();
    const scanned = { recogniser, source: scan, file: scan, page: 1, folder, signal: new AbortController().signal };
    const words = await recogniseTitleBlock(scanned);
    const seconds = (performance.now() - began) / 1000;
    const { width, height } = await sharp(scan, { limitInputPixels: false }).metadata();
    const [named] = nameScans('scan.jpg', [{ words, aspect: width / height }]);
    const readable = readableWords(words);
    const { captions } = readViewCaptions(readable, height / width);
    const rendered = await renderInProcess(path, page, folder, () => undefined, { dpi: 100 });
    const written = rendered.text === null ? [] : await readTextLayer(rendered.text);
    const long = written.filter(({ text }) => /^[\p{L}]{4,}$/u.test(text)).map(({ text }) => text.toLowerCase());
    const found = new Set(readable.map(({ text }) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')));
    return {
      sheetNumber: named?.sheetNumber ?? '',
      title: named?.title ?? '',
      views: captions.map(({ name, scale }) => `${name} 1:${scale}`),
      recall: long.filter((word) => found.has(word)).length / Math.max(1, long.length),
      seconds,
      megapixels: pixels / 1e6,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
