import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type NamedSheet,
  positionOfDetail,
  readMarks,
  referencedPlans,
  resolveMarks,
  type SheetWord,
  sheetIndex,
} from './sheet-references.ts';

const SHEETS: NamedSheet[] = [
  { id: 'own', sheetNumber: 'A-101', name: 'First floor' },
  { id: 'sections', sheetNumber: 'A-301', name: 'Sections' },
  { id: 'roof', sheetNumber: 'A-103', name: 'Roof plan' },
  { id: 'eg', sheetNumber: 'EG_01', name: 'Grundriss Erdgeschoß' },
  { id: 'rooms', sheetNumber: '202', name: 'Room book' },
  { id: 'old', sheetNumber: 'S-1', name: 'Steel' },
  { id: 'new', sheetNumber: 'S-1', name: 'Steel, second part' },
];
const index = sheetIndex(SHEETS, 'own');

/** Words of one line, letters 0.01 wide, 0.02 high. */
function line(text: string, x = 0.1, y = 0.5): SheetWord[] {
  let at = x;
  return text.split(' ').map((word) => {
    const its = { text: word, x: at, y, w: word.length * 0.01, h: 0.02 };
    at += its.w + 0.01;
    return its;
  });
}

const found = (...words: SheetWord[][]) =>
  resolveMarks(readMarks(words.flat()).marks, index).map(({ planIds, detail }) => [planIds.join(), detail]);

describe('references among the words of a drawing', () => {
  it.each([
    ['A-301', 'sections', ''],
    ['a301', 'sections', ''],
    ['A.301', 'sections', ''],
    ['(A-301),', 'sections', ''],
    ['A 301', 'sections', ''],
    ['A- 301', 'sections', ''],
    ['5/A-301', 'sections', '5'],
    ['12a/A-301', 'sections', '12a'],
    ['A-301/5', 'sections', '5'],
    ['siehe Plan A-301', 'sections', ''],
    ['see sheet 202', 'rooms', ''],
    ['Blatt Nr. 202', 'rooms', ''],
    ['siehe 3/202', 'rooms', '3'],
    ['siehe Grundriss Erdgeschoss', 'eg', ''],
    ['see Roof plan for gutters', 'roof', ''],
    ['EG-01', 'eg', ''],
    ['S-1', 'old,new', ''],
  ])('%s leads to %s, detail "%s"', (text, planIds, detail) => {
    expect(found(line(text))).toEqual([[planIds, detail]]);
  });

  it.each([
    'A-101',
    '202',
    '1/202',
    'Grundriss Erdgeschoss',
    'A-999',
    'Nr. 202',
    'A-3011',
    'XA-301',
    '5/4/A-301',
    'A',
    '',
  ])('%s leads nowhere', (text) => {
    expect(found(line(text))).toEqual([]);
  });

  it('takes the detail from the upper half of a marker', () => {
    expect(found(line('3', 0.12, 0.475), line('A-301', 0.1, 0.5))).toEqual([['sections', '3']]);
    expect(found(line('3', 0.2, 0.475), line('A-301', 0.1, 0.5))).toEqual([['sections', '']]);
    expect(found(line('3', 0.12, 0.3), line('A-301', 0.1, 0.5))).toEqual([['sections', '']]);
  });

  it('finds a detail by its number beside its scale', () => {
    const { details } = readMarks([
      ...line('3', 0.1, 0.5),
      ...line('Eaves', 0.13, 0.5),
      ...line('1:20', 0.13, 0.53),
      ...line('3', 0.6, 0.1),
    ]);
    expect(positionOfDetail(details, '3')).toMatchObject({ x: 0.1, y: 0.5 });
    expect(positionOfDetail(details, '4')).toBeUndefined();
  });

  it.each(['A – A 1 : 50', 'A – A M 1:50', '4 Eaves 1/4" = 1\'-0"'])('recognises the scale in %s', (text) => {
    const { details } = readMarks(line(text));
    expect(positionOfDetail(details, text[0] ?? '')).toMatchObject({ x: 0.1 });
  });

  it('ignores an introducing word elsewhere on the drawing', () => {
    expect(found(line('siehe', 0.1, 0.1), line('202', 0.8, 0.1))).toEqual([]);
    expect(found(line('siehe', 0.1, 0.1), line('202', 0.17, 0.4))).toEqual([]);
  });
});

describe('any content of a drawing', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const word = fc.record({
    text: fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('A-301', '5/A-301', 'siehe', 'Plan', '202', '1:50', '3'),
    ),
    x: part,
    y: part,
    w: part,
    h: part,
  });

  it('boxes come from words, and no reference leads to the plan being viewed', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const { marks, details } = readMarks(words);
        for (const { x, y, w, h } of [...marks, ...details]) {
          expect(words.some((one) => one.x === x || one.y === y)).toBe(true);
          expect([x, y, w, h].every(Number.isFinite)).toBe(true);
        }
        for (const { planIds } of resolveMarks(marks, index)) {
          expect(planIds.length).toBeGreaterThan(0);
          expect(planIds).not.toContain('own');
        }
      }),
    );
  });

  it('any usual number is found among other words, however its parts are split', () => {
    const letters = fc.constantFrom('A', 'S', 'AR', 'TGA');
    const separator = fc.constantFrom('-', '.', '', '_');
    fc.assert(
      fc.property(letters, separator, separator, fc.integer({ min: 10, max: 9_999 }), (area, one, other, number) => {
        const plans = [{ id: 'it', sheetNumber: `${area}${one}${number}`, name: 'It' }];
        const its = sheetIndex(plans, 'none');
        const { marks } = readMarks(line(`Wall ${area}${other}${number} left`));
        expect(resolveMarks(marks, its).map(({ planIds }) => planIds)).toEqual([['it']]);
      }),
    );
  });

  it('numbers of another project are ignored', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (sheet, requested) => {
        expect(referencedPlans({ sheet, asked: requested }, sheetIndex([], 'own'))).toEqual([]);
      }),
    );
  });
});
