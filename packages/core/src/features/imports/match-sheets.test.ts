// Sheets of an import find their plans: by number, then by title and picture; what is not clear is left to the user.
import { describe, expect, test } from 'vitest';
import { type ArrivingSheet, type KnownSheet, matchSheets, PICTURE_SIDE, similarity } from './match-sheets.ts';

/** Pseudo-random ink; pictures of one seed with few changes are alike. */
function picture(seed: number, changes = 0): Uint8Array {
  let state = seed * 7_919 + 17;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const ink = Uint8Array.from({ length: PICTURE_SIDE ** 2 }, () => Math.floor(next() * 255));
  for (let i = 0; i < changes; i++) ink[i * 3] = 255 - (ink[i * 3] ?? 0);
  return ink;
}

const SIZE = { widthPt: 2_384, heightPt: 1_684 };
const arriving = (
  sheetNumber: string,
  title: string,
  seed: number,
  more: Partial<ArrivingSheet> = {},
): ArrivingSheet => ({
  ...{ ...SIZE, sheetNumber, title, picture: picture(seed, 20), fingerprint: `new ${seed}` },
  ...more,
});
const known = (sheetNumber: string, title: string, seed: number): KnownSheet => ({
  ...{ ...SIZE, sheetNumber, title, picture: picture(seed), fingerprint: `old ${seed}`, planId: `plan ${seed}` },
});
const one = (sheet: ArrivingSheet, plans: KnownSheet[]) => matchSheets([sheet], plans).matches[0];

/** Correlates with the first plan at about 0.4. */
const UNLIKELY = { picture: picture(1, 300) };
const PLANS = [known('A-101', 'Ground floor', 1), known('A-102', 'First floor', 2), known('S-201', 'Section', 3)];

describe('a single sheet', () => {
  test.each<[string, ArrivingSheet, string, number | null]>([
    ['the number of a plan', arriving('A-101', 'Ground floor', 1), 'revised', 1],
    ['the number in another spelling', arriving('a.102', 'First floor', 2), 'revised', 2],
    ['the same drawing', arriving('A-101', 'Ground floor', 1, { fingerprint: 'old 1' }), 'unchanged', 1],
    ['a number that no plan has', arriving('A-103', 'Roof', 9), 'new', null],
    ['another title on the same drawing', arriving('A-101', 'Erdgeschoss', 1), 'revised', 1],
    ['another drawing of the same title', arriving('A-101', 'Ground floor', 9), 'revised', 1],
    ['another drawing of another title', arriving('A-101', 'Electrical', 9), 'uncertain', 1],
    ['the drawing of a plan under another number', arriving('A-110', 'Ground floor', 1), 'uncertain', 1],
    ['no number, but title and picture of a plan', arriving('', 'Ground floor', 1), 'revised', 1],
    ['no number, and only the title of a plan', arriving('', 'Ground floor', 9), 'uncertain', 1],
    ['no number, and only the picture of a plan', arriving('', 'x', 3), 'uncertain', 3],
    ['no number, and exactly the drawing of a plan', arriving('', 'x', 3, { fingerprint: 'old 3' }), 'unchanged', 3],
    ['no number, and nothing in common with a plan', arriving('', 'Roof', 9), 'new', null],
    ['a number without a picture', arriving('A-101', 'x', 1, { picture: null }), 'revised', 1],
    ['another title on another size', arriving('A-101', 'x', 1, { picture: null, widthPt: 900 }), 'uncertain', 1],
    ['another title and a barely similar drawing', arriving('A-101', 'x', 1, UNLIKELY), 'revised', 1],
    ['another title, drawing and size', arriving('A-101', 'x', 1, { ...UNLIKELY, widthPt: 900 }), 'uncertain', 1],
    ['only another size', arriving('A-101', 'Ground floor', 1, { picture: null, widthPt: 900 }), 'revised', 1],
  ])('with %s', (_what, sheet, kind, seed) => {
    expect(one(sheet, PLANS)).toMatchObject({ kind, planId: seed === null ? null : `plan ${seed}` });
  });

  test('a number that two plans have is uncertain, with the more similar plan first', () => {
    const twins = [known('A-101', 'Ground floor', 1), known('A-101', 'Ground floor', 2)];
    expect(one(arriving('A-101', 'Ground floor', 2), twins)).toMatchObject({ kind: 'uncertain', planId: 'plan 2' });
  });

  test('a changed page size is reported', () => {
    const sheet = arriving('A-101', 'Ground floor', 1);
    expect(one(sheet, PLANS)).toMatchObject({ sameSize: true });
    expect(one({ ...sheet, widthPt: 3_370 }, PLANS)).toMatchObject({ kind: 'revised', sameSize: false });
  });
});

describe('a set of sheets', () => {
  test('two sheets with one number are both uncertain, whether a plan has it or not', () => {
    const twice = (number: string) => [arriving(number, 'Ground floor', 1), arriving(number, 'First floor', 2)];
    expect(matchSheets(twice('A-101'), PLANS).matches.map(({ kind }) => kind)).toEqual(['uncertain', 'uncertain']);
    expect(matchSheets(twice('A-109'), []).matches.map(({ kind }) => kind)).toEqual(['uncertain', 'uncertain']);
  });

  test('two sheets that match one plan in different ways are both uncertain', () => {
    const sheets = [arriving('A-101', 'Ground floor', 1), arriving('', 'x', 1, { fingerprint: 'old 1' })];
    expect(matchSheets(sheets, PLANS).matches.map(({ kind }) => kind)).toEqual(['uncertain', 'uncertain']);
  });

  test('a plan that the set lacks is missing if the set covers its discipline', () => {
    const plans = [...PLANS, known('A-103', 'Roof', 4), known('', 'Sketch', 5)];
    const sheets = [arriving('A-101', 'Ground floor', 1), arriving('A-102', 'First floor', 2)];
    expect(matchSheets(sheets, plans).missing).toEqual(['plan 4']);
    expect(matchSheets(sheets.slice(0, 1), plans).missing).toEqual([]);
  });

  test('a set of a hundred revised sheets is matched without a mistake, without numbers too', () => {
    const plans = Array.from({ length: 100 }, (_, i) => known(`A-${100 + i}`, `Level ${i}`, i + 1));
    const sheets = plans.map(({ sheetNumber, title }, i) => arriving(sheetNumber, title, i + 1)).reverse();
    const expected = plans.map(({ planId }) => ({ kind: 'revised', planId, sameSize: true })).reverse();
    expect(matchSheets(sheets, plans).matches).toEqual(expected);
    const unnumbered = sheets.map((sheet) => ({ ...sheet, sheetNumber: '' }));
    expect(matchSheets(unnumbered, plans).matches).toEqual(expected);
  });
});

test('similarity is 1 for the same picture, near 0 for others, and unknown for blank ones', () => {
  expect(similarity(picture(1), picture(1))).toBeCloseTo(1);
  expect(Math.abs(similarity(picture(1), picture(2)) ?? 1)).toBeLessThan(0.2);
  expect(similarity(picture(1), new Uint8Array(PICTURE_SIDE ** 2))).toBeNull();
  expect(similarity(picture(1), null)).toBeNull();
});
