// Values are read from marked regions on similar sheets: rotated, of another size, and never on those of another office.
import { describe, expect, test } from 'vitest';
import {
  combineRotations,
  type OrientedWord,
  type Rotation,
  rotatedBox,
  swapsSides,
} from '../../../site/geometry/rotation.ts';
import { findTitleBlock, labelsAround, type MarkedTitleBlock, readRegion, type TitleRegions } from './regions.ts';

const A1 = { widthPt: 2384, heightPt: 1684 };
const A0 = { widthPt: 3370, heightPt: 2384 };
type Size = typeof A1;

/** Words of a line in points from the lower right corner of the sheet, as title blocks are measured. */
function line(text: string, fromRight: number, fromBottom: number, sizePt: number, sheet: Size): OrientedWord[] {
  let left = sheet.widthPt - fromRight;
  return text.split(' ').map((word) => {
    const w = word.length * sizePt * 0.55;
    const placed = {
      ...{ text: word, x: left / sheet.widthPt, y: 1 - fromBottom / sheet.heightPt },
      ...{ w: w / sheet.widthPt, h: (0.72 * sizePt) / sheet.heightPt, turn: 0 as Rotation },
    };
    left += w + sizePt * 0.3;
    return placed;
  });
}

type Values = { number: string; title: string; version?: string };

const office = ({ number, title, version = 'B' }: Values, sheet: Size): OrientedWord[] => [
  ...line('Atelier Moser Architekten Zürich', 400, 300, 12, sheet),
  ...line('Planinhalt', 400, 260, 7, sheet),
  ...line(title, 400, 245, 14, sheet),
  ...line('Massstab', 400, 200, 7, sheet),
  ...line('1:50', 400, 190, 10, sheet),
  ...line('Plan-Nr.', 400, 150, 7, sheet),
  ...line(number, 400, 138, 14, sheet),
  ...line('Index', 200, 150, 7, sheet),
  ...line(version, 200, 138, 14, sheet),
  ...line('4711-X', 1500, 900, 40, sheet),
];
const otherOffice = (number: string, sheet: Size): OrientedWord[] => [
  ...line('Statik Huber Ingenieure Bern', 400, 280, 12, sheet),
  ...line('Ebene', 400, 245, 14, sheet),
  ...line('Blattnummer', 400, 160, 7, sheet),
  ...line(number, 400, 138, 14, sheet),
];

const box = (fromRight: number, fromBottom: number, w: number, h: number, sheet: Size) => ({
  x: 1 - fromRight / sheet.widthPt,
  y: 1 - fromBottom / sheet.heightPt,
  w: w / sheet.widthPt,
  h: h / sheet.heightPt,
});
const regionsFor = (sheet: Size): TitleRegions => ({
  title: box(405, 250, 380, 40, sheet),
  sheetNumber: box(405, 152, 190, 30, sheet),
  version: box(205, 152, 60, 30, sheet),
});
const block: MarkedTitleBlock = {
  ...{ id: 'moser', ...A1, regions: regionsFor(A1) },
  labels: labelsAround(office({ number: 'A-101', title: 'Grundriss EG' }, A1), regionsFor(A1)),
};
const turnedPage = (words: readonly OrientedWord[], by: Rotation) =>
  words.map((word) => ({ ...word, ...rotatedBox(word, by), turn: combineRotations(word.turn ?? 0, by) }));
const sized = (sheet: Size, by: Rotation) =>
  swapsSides(by) ? { widthPt: sheet.heightPt, heightPt: sheet.widthPt } : sheet;

test('a region is read line by line, without the label of its own field', () => {
  const words = [
    ...line('Planinhalt:', 400, 260, 7, A1),
    ...line('Schnitt durch das', 400, 245, 14, A1),
    ...line('Haus', 400, 228, 14, A1),
  ];
  expect(readRegion(words, box(405, 265, 300, 60, A1), 'title')).toBe('Schnitt durch das Haus');
  expect(readRegion(words, box(405, 265, 300, 60, A1), 'sheetNumber')).toBe('Planinhalt: Schnitt durch das Haus');
  expect(readRegion(words, box(900, 265, 100, 60, A1), 'title')).toBe('');
  const inline = line('Plan-Nr. A-101', 400, 150, 8, A1);
  const separated = line('Neubau - 12.03.2026', 400, 150, 8, A1);
  expect(readRegion(separated, box(373, 155, 300, 30, A1), 'date')).toBe('12.03.2026');
  expect(readRegion(inline, box(405, 155, 300, 30, A1), 'sheetNumber')).toBe('A-101');
});

test('a text that is too long for its field is not read', () => {
  const words = line('notes '.repeat(20).trim(), 1000, 245, 8, A1);
  expect(readRegion(words, box(1005, 250, 1000, 30, A1), 'sheetNumber')).toBe('');
});

test('values that differ from sheet to sheet are not used as labels', () => {
  const labels = block.labels.map(({ text }) => text);
  expect(labels).toEqual(expect.arrayContaining(['Planinhalt', 'Massstab']));
  expect(labels).not.toContain('A-101');
});

describe.each([0, 90, 180, 270] as const)('a page rotated by %s degrees', (by) => {
  test('is read, whatever rotation is proposed for it', () => {
    for (const turn of [0, 90, 180, 270] as const) {
      const words = turnedPage(office({ number: 'A-205', title: 'Ansicht Nord', version: 'C' }, A1), by);
      const found = findTitleBlock({ ...sized(A1, by), turn }, words, [block]);
      expect(found?.values).toEqual({ sheetNumber: 'A-205', title: 'Ansicht Nord', version: 'C', date: '' });
      expect(combineRotations(found?.turn ?? 0, by)).toBe(0);
    }
  });
});

test('in a set of mixed sizes the title block is found at the same corner', () => {
  const words = office({ number: 'A-301', title: 'Schnitt A-A' }, A0);
  expect(findTitleBlock({ ...A0, turn: 0 }, words, [block])?.values).toMatchObject({
    sheetNumber: 'A-301',
    title: 'Schnitt A-A',
  });
});

test('the title block of another office on the same page size is not read', () => {
  expect(findTitleBlock({ ...A1, turn: 0 }, otherOffice('S-101', A1), [block])).toBeNull();
});

test('each sheet of two offices is read in the regions of its own office', () => {
  const regions = { sheetNumber: box(405, 152, 190, 30, A1) };
  const huber = { id: 'huber', ...A1, regions, labels: labelsAround(otherOffice('S-101', A1), regions) };
  const find = (words: readonly OrientedWord[]) => findTitleBlock({ ...A1, turn: 0 }, words, [huber, block])?.block.id;
  expect(find(office({ number: 'A-1', title: 'Dach' }, A1))).toBe('moser');
});

test('without labels, regions apply only to the same page size and proposed rotation', () => {
  const bare = { ...block, labels: [] };
  const words = office({ number: 'A-101', title: 'Dach' }, A1);
  expect(findTitleBlock({ ...A1, turn: 0 }, words, [bare])?.values.sheetNumber).toBe('A-101');
  expect(findTitleBlock({ ...A0, turn: 0 }, office({ number: 'A-101', title: 'Dach' }, A0), [bare])).toBeNull();
  expect(findTitleBlock({ ...sized(A1, 90), turn: 0 }, turnedPage(words, 90), [bare])).toBeNull();
});

test('a page without text in the regions has no title block', () => {
  const words = office({ number: 'A-101', title: 'Dach' }, A1).filter(
    ({ text }) => !['A-101', 'Dach', 'B'].includes(text),
  );
  expect(findTitleBlock({ ...A1, turn: 0 }, words, [block])).toBeNull();
});
