// Each sheet in a TIFF is a page and can become a plan; reduced copies and masks between them are not.
import { expect, test } from 'vitest';
import { inspectInProcess, previewPagesInProcess, renderInProcess } from '../in-process.ts';
import { RenderError } from '../render-error.ts';
import { decodeImage } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';
import { type FixtureSheet, makeTiff, type TiffForm } from '../testing/tiff-fixture.ts';

const folder = testFolder();
const DARK: FixtureSheet = { width: 120, height: 90, grey: 40 };
const LIGHT: FixtureSheet = { width: 200, height: 100, grey: 200 };
const SCAN: FixtureSheet = { width: 64, height: 80, grey: 255, bits: 1 };
const COPY: FixtureSheet = { width: 60, height: 45, grey: 90, kind: 1 };
const MASK: FixtureSheet = { width: 120, height: 90, grey: 0, kind: 4 };

const FORMS: [string, TiffForm][] = [
  ['in the common form', {}],
  ['in the other byte order', { order: 'MM' }],
  ['in BigTIFF', { large: true }],
  ['in BigTIFF and the other byte order', { order: 'MM', large: true }],
];

test.each(FORMS)('each sheet is a page with its own content: %s', async (_name, form) => {
  const path = await folder.put('scan.tif', makeTiff([DARK, COPY, LIGHT, MASK, SCAN], form));
  const { pages } = await inspectInProcess(path, 'scan.tif');
  expect(pages).toEqual([
    { page: 1, title: 'scan 1', sheetNumber: '', widthPt: 120, heightPt: 90, turn: null, isScan: true },
    { page: 2, title: 'scan 2', sheetNumber: '', widthPt: 200, heightPt: 100, turn: null, isScan: true },
    { page: 3, title: 'scan 3', sheetNumber: '', widthPt: 64, heightPt: 80, turn: null, isScan: true },
  ]);
  for (const [i, grey] of [40, 200, 255].entries()) {
    const created = await renderInProcess(path, i + 1, await folder.fresh(), () => undefined);
    expect(created).toMatchObject({ pageNumber: i + 1, widthPt: pages[i]?.widthPt, heightPt: pages[i]?.heightPt });
    expect((await decodeImage(created.preview)).at(0.5, 0.5)[1]).toBeCloseTo(grey, -1);
  }
});

test('previews match the pages', async () => {
  const path = await folder.put('scan.tif', makeTiff([DARK, COPY, LIGHT]));
  const out = await folder.fresh();
  const reported: (string | null)[] = [];
  const expected = [1, 2, 3].map((page) => ({ page, out: `${out}/${page}.webp` }));
  await previewPagesInProcess(path, expected, ({ problem }) => reported.push(problem));
  expect(reported).toEqual([null, null, 'no_pages']);
  expect((await decodeImage(`${out}/2.webp`)).at(0.5, 0.5)[1]).toBeCloseTo(200, -1);
});

test('a file whose first image is marked as a copy still has that image', async () => {
  const path = await folder.put('odd.tif', makeTiff([{ ...DARK, kind: 1 }]));
  expect((await inspectInProcess(path, 'odd.tif')).pages).toHaveLength(1);
});

test('a circular chain of sheets ends', async () => {
  const tiff = makeTiff([DARK, LIGHT]);
  // The link after the second directory points to the first one.
  const second = tiff.readUInt32LE(8 + 2 + 10 * 12);
  tiff.writeUInt32LE(8, second + 2 + 10 * 12);
  const path = await folder.put('ring.tif', tiff);
  expect((await inspectInProcess(path, 'ring.tif')).pages).toHaveLength(2);
});

test('a page that does not exist in the file is reported', async () => {
  const path = await folder.put('two.tif', makeTiff([DARK, LIGHT]));
  const error: unknown = await renderInProcess(path, 3, await folder.fresh(), () => undefined).catch(
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(RenderError);
  expect((error as RenderError).problem).toBe('no_pages');
});
