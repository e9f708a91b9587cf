// The committed demo pack matches the generator: `node tools/demo-site/build.ts` writes it again.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { manifest } from '@plumbline/server/features/demo/manifest';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { photosOf } from './manifest.ts';
import { drawPack } from './pack.ts';

const PACK = fileURLToPath(new URL('../../packages/server/demo-pack/', import.meta.url));
const committed = (file: string): Buffer => readFileSync(path.join(PACK, file));
const pack = drawPack();
const files = [...pack.keys()];
const drawn = (file: string): Promise<Buffer> => pack.get(file)?.() ?? Promise.reject(new Error(`no ${file}`));

/**
 * What a PDF draws: its objects with their streams inflated. Bytes are not comparable, because the deflate
 * implementation differs between builds of Node and between processors, and with it the stream lengths and the
 * cross-reference table.
 */
function contentOf(pdf: Buffer): string {
  const objects = pdf.toString('latin1').replace(/\nxref\n[\s\S]*$/u, '');
  return objects
    .replaceAll(/\/Length \d+/gu, '')
    .replaceAll(/(?<=\/FlateDecode\n>>\nstream\n)[\s\S]*?(?=\nendstream)/gu, (bytes) =>
      inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
    );
}

test('the pack contains exactly the files that are drawn', () => {
  const present = readdirSync(PACK, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(PACK, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  expect(present.sort()).toEqual(files.toSorted());
});

test.each(files.filter((file) => /\.(?:json|ifc|csv)$/u.test(file)))('%s is reproduced to the byte', async (file) => {
  expect((await drawn(file)).equals(committed(file))).toBe(true);
});

test.each(files.filter((file) => file.endsWith('.pdf')))('%s is reproduced', async (file) => {
  const [expected, actual] = [contentOf(committed(file)), contentOf(await drawn(file))];
  expect(actual.length).toBeGreaterThan(50_000);
  expect(actual === expected).toBe(true);
});

// Pixels with a tolerance, because libvips rounds differently on other processors; two photos, because each takes a
// second.
test.each(['photos/07-1.jpg', 'photos/07-1-sketch.jpg'])('%s is reproduced', async (file) => {
  const pixels = async (jpeg: Buffer) => sharp(jpeg).resize(400, 300).greyscale().raw().toBuffer();
  const [expected, actual] = await Promise.all([pixels(committed(file)), pixels(await drawn(file))]);
  const difference = expected.reduce((sum, value, index) => sum + Math.abs(value - (actual[index] ?? 0)), 0);
  expect(difference / expected.length).toBeLessThan(1);
});

test('the manifest is valid and names only files of the pack', () => {
  const { sites } = manifest.parse(JSON.parse(committed('manifest.json').toString()));
  const named = [
    ...sites.flatMap(({ plans, datasets, pins, model }) => [
      ...plans.flatMap(({ revisions }) => revisions.map(({ file }) => file)),
      ...datasets.map(({ file }) => file),
      ...pins.flatMap(photosOf).flatMap(({ file, sketch }) => (sketch ? [file, sketch.file] : [file])),
      ...(model ? [model.file] : []),
    ]),
    'manifest.json',
  ];
  expect(named.toSorted()).toEqual(files.toSorted());
});
