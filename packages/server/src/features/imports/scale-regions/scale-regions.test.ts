// Views and their scales on drawn test sheets: proposed where every view is sure, kept where their lines are in place.

import { joinRegions } from '@plumbline/core/features/plans/aligning/carried-regions';
import type { Ink } from '@plumbline/core/features/plans/changes';
import type { SheetWord } from '@plumbline/core/features/plans/sheet-references';
import { type Alignment, IDENTITY_ALIGNMENT } from '@plumbline/core/site/geometry/alignment';
import type { ScaleRegion } from '@plumbline/core/site/rows/plans';
import { describe, expect, test } from 'vitest';
import { keptRegions, proposeRegions } from './scale-regions.ts';
import { readViewCaptions } from './view-captions.ts';

const PAPER = { widthPt: 2_000, heightPt: 1_000 };
const [WIDTH, HEIGHT] = [800, 400];

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Words of a line from `x` at height `y`. */
function line(text: string, x: number, y: number): SheetWord[] {
  let left = x;
  return text.split(' ').map((word) => {
    const placed = { text: word, x: left, y, w: word.length * 0.005, h: 0.018 };
    left += placed.w + 0.004;
    return placed;
  });
}

/** Hatched boxes, the boxes of the words, and a frame around the sheet. */
function picture(boxes: readonly Box[], words: readonly SheetWord[] = []): Ink {
  const ink = new Uint8Array(WIDTH * HEIGHT);
  const fill = ([left, top, right, bottom]: Box, hatched: boolean) => {
    for (let y = Math.round(top * HEIGHT); y < Math.round(bottom * HEIGHT); y++) {
      for (let x = Math.round(left * WIDTH); x < Math.round(right * WIDTH); x++)
        if (!hatched || (x + y) % 8 === 0) ink[y * WIDTH + x] = 255;
    }
  };
  for (const box of boxes) fill(box, true);
  for (const { x, y, w, h } of words) fill([x, y, x + w, y + h], false);
  for (const edge of [0.01, 0.99]) {
    fill([edge, 0.01, edge + 2 / WIDTH, 0.99], false);
    fill([0.01, edge, 0.99, edge + 2 / HEIGHT], false);
  }
  return { width: WIDTH, height: HEIGHT, ink };
}

let count = 0;
const newId = () => `region ${++count}`;
const proposed = (words: readonly SheetWord[], boxes: readonly Box[]) =>
  proposeRegions(words, picture(boxes, words), PAPER, newId);
const boundsOf = ({ points }: ScaleRegion) => {
  const [xs, ys] = [points.filter((_, i) => i % 2 === 0), points.filter((_, i) => i % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};
const contains = (region: ScaleRegion, [left, top, right, bottom]: Box) => {
  const [l = 0, t = 0, r = 0, b = 0] = boundsOf(region);
  return l <= left + 0.001 && t <= top + 0.001 && r >= right - 0.001 && b >= bottom - 0.001;
};

const PLAN: Box = [0.05, 0.1, 0.5, 0.8];
const DETAIL: Box = [0.6, 0.1, 0.75, 0.3];
const SECTION: Box = [0.6, 0.5, 0.85, 0.7];
const CAPTIONS = [
  ...line('Grundriss Erdgeschoss 1:100', 0.05, 0.84),
  ...line('1 FOUNDATION DETAIL', 0.6, 0.33),
  ...line('SCALE: 1 1/2" = 1\'-0"', 0.6, 0.36),
  ...line('Schnitt A-A', 0.6, 0.73),
  ...line('M 1:50', 0.6, 0.76),
];

describe('captions', () => {
  test('have the title beside or above the scale', () => {
    expect(readViewCaptions(CAPTIONS, 0.5).captions.map(({ name, scale }) => [name, scale])).toEqual([
      ['Grundriss Erdgeschoss', 100],
      ['1 FOUNDATION DETAIL', 8],
      ['Schnitt A-A', 50],
    ]);
  });

  test.each([
    [
      'a view that is not to scale',
      [...line('Isometry', 0.2, 0.5), ...line('Not to scale', 0.2, 0.53)],
      [['Isometry', null]],
    ],
    ['a reference', line('siehe Detailplan 1:20', 0.2, 0.5), []],
    ['a scale without a title', line('1:20', 0.2, 0.5), []],
    ['a sentence', line('All of these dimensions were taken on site and drawn at 1:20', 0.2, 0.5), []],
  ])('%s', (_, words, expected) => {
    expect(readViewCaptions(words, 0.5).captions.map(({ name, scale }) => [name, scale])).toEqual(expected);
  });

  test('are not in the title block', () => {
    const block = [
      ...line('Datum 12.3.2026', 0.88, 0.8),
      ...line('Gezeichnet AB', 0.88, 0.83),
      ...line('Format A1', 0.88, 0.86),
      ...line('Projekt 4711', 0.88, 0.89),
      ...line('Grundriss Maßstab 1:100', 0.88, 0.92),
    ];
    expect(readViewCaptions(block, 0.5)).toEqual({ captions: [], ofSheet: [100] });
  });
});

describe('proposed regions', () => {
  test('surround each view and its caption', () => {
    const regions = proposed(CAPTIONS, [PLAN, DETAIL, SECTION]);
    expect(regions.map(({ name, scale, proposed: read }) => [name, scale, read])).toEqual([
      ['Grundriss Erdgeschoss', 100, true],
      ['1 FOUNDATION DETAIL', 8, true],
      ['Schnitt A-A', 50, true],
    ]);
    const [plan, detail, section] = regions;
    expect([plan && contains(plan, PLAN), detail && contains(detail, DETAIL)]).toEqual([true, true]);
    expect(section && contains(section, SECTION)).toBe(true);
    expect(plan && contains(plan, DETAIL)).toBe(false);
    expect(detail && contains(detail, SECTION)).toBe(false);
  });

  test('are not created for a sheet with one scale', () => {
    const words = [...line('Schnitt A-A 1:50', 0.05, 0.84), ...line('Schnitt B-B 1:50', 0.6, 0.73)];
    expect(proposed(words, [PLAN, SECTION])).toEqual([]);
  });

  test('are not created if a view has no caption and its scale is in the title block', () => {
    const block = ['Datum 1.3.2026', 'Gezeichnet AB', 'Format A1', 'Maßstab 1:200'].flatMap((text, i) =>
      line(text, 0.88, 0.83 + i * 0.03),
    );
    expect(proposed([...CAPTIONS, ...block], [PLAN, DETAIL, SECTION])).toEqual([]);
  });

  test('leave out views that no blank band separates', () => {
    const words = [
      ...line('Plan 1:100', 0.1, 0.84),
      ...line('Detail 1:20', 0.4, 0.84),
      ...line('Section 1:50', 0.6, 0.73),
    ];
    expect(proposed(words, [PLAN, SECTION]).map(({ name }) => name)).toEqual(['Section']);
  });

  test('are not created for titles above their views', () => {
    const words = [...line('Plan 1:100', 0.05, 0.05), ...line('Section 1:50', 0.6, 0.45)];
    expect(proposed(words, [PLAN, SECTION])).toEqual([]);
  });
});

describe('the regions of the previous revision', () => {
  const region = ([left, top, right, bottom]: Box, scale: number | null = 20): ScaleRegion => ({
    id: newId(),
    name: 'Detail',
    points: [left, top, right, top, right, bottom, left, bottom],
    scale,
    proposed: false,
  });
  const sheet = (
    boxes: readonly Box[],
    alignment: Alignment = IDENTITY_ALIGNMENT,
    scaleRegions: ScaleRegion[] = [],
  ) => ({
    ...PAPER,
    alignment,
    scaleRegions,
    picture: picture(boxes),
  });

  test('are kept where the view has not moved, also with changes around it', () => {
    const [plan, detail] = [region(PLAN, 100), region(DETAIL)];
    const before = sheet([PLAN, DETAIL], IDENTITY_ALIGNMENT, [plan, detail]);
    expect(keptRegions(before, sheet([PLAN, SECTION]))).toEqual([plan]);
    expect(keptRegions(before, sheet([PLAN, DETAIL, SECTION]))).toEqual([plan, detail]);
  });

  test('follow the alignment of the sheet, and get the scale of its paper', () => {
    const before = sheet([PLAN], IDENTITY_ALIGNMENT, [region(PLAN, 100), region(PLAN, null)]);
    // Half as large, in the upper left quarter of the sheet.
    const half: Box = [PLAN[0] / 2, PLAN[1] / 2, PLAN[2] / 2, PLAN[3] / 2];
    const hatched = sheet([half], [2, 0, 0, 0, 2, 0]);
    const full = { ...hatched, picture: { ...hatched.picture, ink: new Uint8Array(WIDTH * HEIGHT).fill(255) } };
    const [kept, unscaled] = keptRegions(before, full);
    expect(kept && [boundsOf(kept), kept.scale]).toEqual([half.map((value) => expect.closeTo(value, 9)), 200]);
    expect(unscaled?.scale).toBeNull();
  });

  test('replace regions that were read at the same place', () => {
    const [kept, read, other] = [region(PLAN), region([0.06, 0.2, 0.4, 0.7], 50), region(SECTION, 50)];
    expect(joinRegions([kept], [read, other])).toEqual([kept, other]);
  });
});
