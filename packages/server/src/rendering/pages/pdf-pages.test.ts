// PDF pages look as in a viewer: rotated, cropped, with annotations, and with every word where it is seen.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { searchWords } from '@plumbline/core/features/imports/plan-words';
import { PACK_ENTRY_BYTES, readTileEntry } from '@plumbline/core/features/plans/tiles/pack-format';
import { combineRotations, ROTATIONS } from '@plumbline/core/site/geometry/rotation';
import { describe, expect, test } from 'vitest';
import { inspectInProcess, previewPagesInProcess, renderInProcess } from '../in-process.ts';
import type { PagePreview, RenderOptions } from '../results.ts';
import { colourOf, decodeImage, openPack, sampleLevel } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';
import { block, type FixturePage, makePdf, text } from '../testing/pdf-fixture.ts';
import { readTextLayer } from '../text/text-layer.ts';

const folder = testFolder();
const silent = () => undefined;

/** Four coloured corners on the unrotated page, and a word in the red one. */
const CORNERS =
  block('1 0 0', 0, 150, 100, 50) +
  block('0 1 0', 200, 150, 100, 50) +
  block('0 0 1', 0, 0, 100, 50) +
  block('1 1 0', 200, 0, 100, 50) +
  text('Kitchen', 20, 170, 12);
const PAGE: FixturePage = { mediaBox: [0, 0, 300, 200], content: CORNERS };

async function rendered(pages: FixturePage[], page = 1, options: RenderOptions = {}) {
  const into = await folder.fresh();
  const created = await renderInProcess(await folder.put('plan.pdf', makePdf(pages)), page, into, silent, options);
  const pack = await openPack(created.pack);
  const picture = await sampleLevel(pack, pack.index.header.levels - 1);
  const words = created.text ? await readTextLayer(created.text) : [];
  return { made: created, pack, picture, words };
}

/** Colours in the corners, clockwise from the upper left. */
const CLOCKWISE = ['red', 'green', 'yellow', 'blue'];

const TURNED = ROTATIONS.flatMap((rotate) => ROTATIONS.map((rotation) => ({ rotate, turn: rotation })));

describe.each(TURNED)(
  'a page rotated by $rotate degrees itself and by $turn on import',
  ({ rotate, turn: rotation }) => {
    test('has rotated dimensions, corners and words', async () => {
      const { made: created, picture, words } = await rendered([{ ...PAGE, rotate }], 1, { turn: rotation });
      const whole = combineRotations(rotate, rotation);
      const upright = whole % 180 === 0;
      expect([created.widthPt, created.heightPt]).toEqual(upright ? [300, 200] : [200, 300]);
      expect(created.pyramid).toMatchObject(upright ? { width: 1250, height: 833 } : { width: 833, height: 1250 });
      const turned = whole / 90;
      const expected = CLOCKWISE.map((_, i) => CLOCKWISE[(i - turned + 4) % 4]);
      const seen = [picture.at(0.05, 0.03), picture.at(0.95, 0.03), picture.at(0.95, 0.97), picture.at(0.05, 0.97)];
      expect(seen.map(colourOf)).toEqual(expected);
      expect(colourOf(picture.at(0.5, 0.5))).toBe('white');

      const [word] = words;
      expect(words.map((one) => one.text)).toEqual(['Kitchen']);
      if (!word) return;
      // Letters are black on red: the darkest pixel near the centre of the box is part of the word.
      expect(darkIn(picture, word)).toBe(true);
      expect(darkIn(picture, { ...word, x: 1 - word.x - word.w, y: 1 - word.y - word.h })).toBe(false);
    });
  },
);

function darkIn(
  picture: Awaited<ReturnType<typeof decodeImage>>,
  box: { x: number; y: number; w: number; h: number },
): boolean {
  for (let i = 0; i <= 60; i++) {
    for (let k = 0; k <= 60; k++) {
      if (colourOf(picture.at(box.x + (box.w * i) / 60, box.y + (box.h * k) / 60)) === 'black') return true;
    }
  }
  return false;
}

test('annotations and hidden layers are rotated with the page', async () => {
  const marked: FixturePage = { ...PAGE, annotation: [0, 80, 60, 120], hidden: block('0 0 0', 240, 80, 60, 40) };
  const { picture } = await rendered([marked], 1, { turn: 90 });
  expect([picture.at(0.5, 0.05), picture.at(0.5, 0.95)].map(colourOf)).toEqual(['red', 'white']);
});

test('only the crop box is shown, and words are positioned relative to it', async () => {
  const content = `${block('1 0 0', 0, 0, 300, 200)}${block('0 0 1', 150, 100, 150, 100)}${text('inside', 200, 140, 10)}${text('outside', 10, 10, 10)}`;
  const {
    made: created,
    picture,
    words,
  } = await rendered([{ mediaBox: [0, 0, 300, 200], cropBox: [150, 100, 300, 200], content }]);
  expect([created.widthPt, created.heightPt]).toEqual([150, 100]);
  expect(colourOf(picture.at(0.01, 0.99))).toBe('blue');
  expect(colourOf(picture.at(0.99, 0.01))).toBe('blue');
  expect(words.map((word) => word.text)).toEqual(['inside']);
  expect(words[0]?.x).toBeCloseTo(50 / 150, 1);
  expect(words[0]?.y).toBeCloseTo(1 - 48 / 100, 1);
});

test('a media box that does not start at zero is supported', async () => {
  const content = block('1 0 0', -100, -50, 50, 50) + text('corner', -90, -40, 10);
  const { picture, words } = await rendered([{ mediaBox: [-100, -50, 200, 150], content }]);
  expect(colourOf(picture.at(0.02, 0.98))).toBe('red');
  expect(words[0]?.x).toBeCloseTo(10 / 300, 2);
  expect((words[0]?.y ?? 0) + (words[0]?.h ?? 0)).toBeCloseTo(1 - 10 / 200, 1);
});

test('annotations are drawn', async () => {
  const { picture } = await rendered([{ mediaBox: [0, 0, 300, 200], content: '', annotation: [100, 50, 200, 150] }]);
  expect(colourOf(picture.at(0.5, 0.5))).toBe('red');
  expect(colourOf(picture.at(0.1, 0.5))).toBe('white');
});

test('every level shows the same image, thumbnails too, and white tiles are stored once', async () => {
  const { made: created, pack } = await rendered([
    { mediaBox: [0, 0, 1000, 800], content: block('1 0 0', 0, 600, 300, 200) },
  ]);
  const { levels } = pack.index.header;
  expect(levels).toBe(5);
  for (let z = 0; z < levels; z++) {
    const picture = await sampleLevel(pack, z);
    expect(colourOf(picture.at(0.1, 0.1))).toBe('red');
    expect(colourOf(picture.at(0.5, 0.6))).toBe('white');
  }
  for (const [path, side] of [
    [created.preview, 1600],
    [created.thumb, 256],
  ] as const) {
    const picture = await decodeImage(path);
    expect(Math.max(picture.width, picture.height)).toBe(side);
    expect(colourOf(picture.at(0.1, 0.1))).toBe('red');
    expect(colourOf(picture.at(0.5, 0.6))).toBe('white');
  }
  const places = new Set<number>();
  const { entries, header } = pack.index;
  for (let i = 0; i < header.tileCount; i++) places.add(readTileEntry(entries, PACK_ENTRY_BYTES * i).offset);
  expect(header.tileCount).toBeGreaterThan(80);
  expect(places.size).toBeLessThan(header.tileCount / 2);
  expect(header.fileBytes).toBe(pack.bytes.length);
});

test('the requested page is rendered, and progress reports its stages in order', async () => {
  const path = await folder.put(
    'two.pdf',
    makePdf([PAGE, { mediaBox: [0, 0, 100, 100], content: block('0 0 1', 0, 0, 100, 100) }]),
  );
  const reported: [string, number][] = [];
  const created = await renderInProcess(path, 2, await folder.fresh(), (stage, share) => reported.push([stage, share]));
  expect(created).toMatchObject({ pageNumber: 2, widthPt: 100, heightPt: 100, text: null });
  expect(colourOf((await decodeImage(created.preview)).at(0.5, 0.5))).toBe('blue');
  const order = ['pdfConversion', 'thumbnailCreation', 'tiling'];
  const positions = reported.map(([stage, share]) => order.indexOf(stage) + share / 2);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(reported.at(-1)).toEqual(['tiling', 1]);
});

test('pages are listed with rotated sizes and names', async () => {
  const title =
    text('A-101', 880, 40, 40) +
    text('Second Floor Plan', 760, 100, 20) +
    text('small words of no weight here', 760, 200, 5);
  const pages: FixturePage[] = [
    { mediaBox: [0, 0, 1000, 700], content: title },
    { mediaBox: [0, 0, 300, 200], rotate: 90, content: '' },
  ];
  const found = await inspectInProcess(await folder.put('set.pdf', makePdf(pages)), 'House_7.pdf');
  expect(found.kind).toBe('pdf');
  expect(found.pages).toEqual([
    {
      page: 1,
      title: 'Second Floor Plan',
      sheetNumber: 'A-101',
      widthPt: 1000,
      heightPt: 700,
      turn: null,
      isScan: false,
    },
    { page: 2, title: 'House 7 2', sheetNumber: '', widthPt: 200, heightPt: 300, turn: null, isScan: true },
  ]);
});

test.each([
  ['as declared by the page', 0, 0],
  ['upwards', 270, 90],
  ['downwards', 90, 270],
] as const)('a sheet whose words run %s is proposed to be rotated upright', async (_name, rotate, rotation) => {
  const rooms = Array.from({ length: 16 }, (_, i) =>
    text(`Room ${i}`, 40 + 240 * (i % 4), 60 + 160 * Math.floor(i / 4), 12),
  ).join('');
  const path = await folder.put('rooms.pdf', makePdf([{ mediaBox: [0, 0, 1000, 700], rotate, content: rooms }]));
  const { pages } = await inspectInProcess(path, 'rooms.pdf');
  expect(pages).toMatchObject([{ turn: rotation }]);
  const created = await renderInProcess(path, 1, await folder.fresh(), silent, { turn: rotation });
  expect([created.widthPt, created.heightPt]).toEqual([1000, 700]);
  const [hit] = searchWords(await readTextLayer(created.text ?? ''), 'Room');
  expect(hit?.x).toBeCloseTo(40 / 1000, 1);
  expect(hit?.w).toBeGreaterThan((hit?.h ?? 1) * 0.7);
});

test('previews of many pages open the file once; a missing page does not stop the others', async () => {
  const path = await folder.put('plan.pdf', makePdf([PAGE, { ...PAGE, rotate: 90 }]));
  const into = await folder.fresh();
  const previews: PagePreview[] = [];
  await previewPagesInProcess(
    path,
    [1, 9, 2].map((page) => ({ page, out: `${into}/${page}.webp` })),
    (one) => previews.push(one),
  );
  expect(previews.map(({ page, problem }) => [page, problem])).toEqual([
    [1, null],
    [9, 'no_pages'],
    [2, null],
  ]);
  const first = await decodeImage(`${into}/1.webp`);
  expect([first.width, first.height]).toEqual([480, 320]);
  expect(colourOf(first.at(0.05, 0.05))).toBe('red');
  const second = await decodeImage(`${into}/2.webp`);
  expect([second.width, second.height]).toEqual([320, 480]);
  expect(colourOf(second.at(0.95, 0.05))).toBe('red');
});

const SAMPLES = fileURLToPath(new URL('../../../../../../shared/samples/plans-pdf/', import.meta.url));

describe.skipIf(!existsSync(SAMPLES))('plans by architects (skipped without the sample files)', () => {
  test.each([
    ['1810spark-siteplan_rot90_with-annotations.pdf', 'SITE PLAN', 'A001'],
    ['tierhotel-EG_213x78cm.pdf', 'Erdgeschoss', '501'],
    ['sunpark-3OG_86x61cm.pdf', '3.Obergeschoss Haus 1A', '511-11'],
    ['simple-Erdgeschoss_41x29cm.pdf', 'simple-Erdgeschoss 41x29cm', ''],
  ])('%s gets the title %s', async (name, title, sheetNumber) => {
    const { pages } = await inspectInProcess(SAMPLES + name, name);
    expect(pages[0]).toMatchObject({ title, sheetNumber });
  });

  test('six sheets in one file get six numbers', async () => {
    const { pages } = await inspectInProcess(`${SAMPLES}qed-facility-6pages_34x22in.pdf`, 'qed.pdf');
    expect(pages.map((page) => page.sheetNumber)).toEqual(['C100', 'A101', 'A102', 'A103', 'A200', 'A300']);
  });

  test('words of a rotated sheet are found where they are seen', async () => {
    const created = await renderInProcess(
      `${SAMPLES}1810spark-siteplan_rot90_with-annotations.pdf`,
      1,
      await folder.fresh(),
      silent,
      { dpi: 72 },
    );
    const words = await readTextLayer(created.text ?? '');
    const [hit] = searchWords(words, 'a001');
    expect(hit?.x).toBeCloseTo(0.91, 1);
    expect(hit?.y).toBeCloseTo(0.94, 1);
    const picture = await decodeImage(created.preview);
    let darkest = 255;
    for (let i = 0; i < 50; i++)
      darkest = Math.min(
        darkest,
        picture.at((hit?.x ?? 0) + ((hit?.w ?? 0) * i) / 50, (hit?.y ?? 0) + (hit?.h ?? 0) / 2)[0],
      );
    expect(darkest).toBeLessThan(120);
  });
});
