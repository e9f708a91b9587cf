import { readableWords, UNCERTAIN_MARK } from '@plumbline/core/features/imports/plan-words';
import { readRegion } from '@plumbline/core/features/imports/title-block/regions';
import { describe, expect, test } from 'vitest';
import type { RecognisedWord } from '../../../platform/text-recogniser/text-recogniser.ts';
import { nameScans } from './name-scans.ts';
import { type Recognised, sheetWords } from './recognised-words.ts';

const WHOLE = { x: 0, y: 0, w: 1, h: 1 };
type Given = Partial<RecognisedWord> & { text: string };

const word = ({ text, ...over }: Given): RecognisedWord => ({
  ...{ text, x: 0.2, y: 0.2, w: 0.1, h: 0.02, size: 0.02, confidence: 0.95, line: 0 },
  ...over,
});
const read = (words: readonly Given[], over: Partial<Recognised> = {}): Recognised => ({
  ...{ rotation: 0, box: WHOLE, heightPt: 1000, words: words.map(word) },
  ...over,
});
const textsOf = (...all: Recognised[]) => sheetWords(all).map(({ text }) => text);

describe('the words of a scan', () => {
  test('show which of them were not read with certainty', () => {
    const said = [{ text: 'Kitchen' }, { text: 'B8', confidence: 0.7 }, { text: 'xk', confidence: 0.2 }];
    expect(textsOf(read(said))).toEqual(['Kitchen', `${UNCERTAIN_MARK}B8`, UNCERTAIN_MARK]);
    expect(readableWords(sheetWords([read(said)])).map(({ text }) => text)).toEqual(['Kitchen', 'B8']);
  });

  test('leave out lines of symbols and of words that could not be read', () => {
    expect(textsOf(read([{ text: '——' }, { text: 'abc', confidence: 0.3, line: 1 }]))).toEqual([]);
  });

  test('leave out words that continue outside the part that was read', () => {
    const below = read(
      [
        { text: 'cut', y: 0, line: 0 },
        { text: 'Roof', line: 1 },
        { text: 'A-101', y: 0.97, h: 0.03, line: 2 },
      ],
      { box: { x: 0, y: 0.75, w: 1, h: 0.25 } },
    );
    const [roof, number] = sheetWords([below]);
    expect(roof).toMatchObject({ text: 'Roof', sizePt: 5 });
    expect(roof?.y).toBeCloseTo(0.8);
    // The lower edge of the part is that of the sheet.
    expect(number).toMatchObject({ text: 'A-101' });
  });

  test('include a vertical title block once, with its direction', () => {
    const level = read([{ text: 'Bedroom' }, { text: 'Kitchen', x: 0.5, line: 1 }]);
    const side = read(
      [
        { text: 'A-101', x: 0.1, y: 0.9, line: 0 },
        { text: '=)', x: 0.4, line: 1 },
      ],
      { rotation: 90 },
    );
    const again = read([{ text: 'Bedroom' }], { box: WHOLE });
    const words = sheetWords([side, level, again]);
    expect(words.map(({ text }) => text)).toEqual(['Bedroom', 'Kitchen', 'A-101']);
    expect(words[2]).toMatchObject({ turn: 270, h: 0.1, w: 0.02 });
    expect(words[2]?.x).toBeCloseTo(0.9);
    expect(words[2]?.y).toBeCloseTo(0.8);
  });
});

describe('proposals for a scan', () => {
  const block = (over: Record<string, number> = {}, number = 'A-101') =>
    sheetWords([
      read(
        [
          { text: 'Drawing No.', x: 0.8, y: 0.9, h: 0.008, w: 0.06, size: 0.01, line: 1 },
          { text: number, x: 0.8, y: 0.91, h: 0.02, w: 0.08, size: 0.028, line: 2 },
          { text: 'Title', x: 0.8, y: 0.85, h: 0.008, w: 0.03, size: 0.01, line: 3 },
          { text: 'Roof', x: 0.8, y: 0.865, h: 0.012, w: 0.04, size: 0.016, line: 4 },
          { text: 'Plan', x: 0.845, y: 0.865, h: 0.012, w: 0.04, size: 0.016, line: 4 },
        ].map((one) => ({ ...one, confidence: over[one.text] ?? 0.95 })),
      ),
    ]);
  const named = (words: ReturnType<typeof block>) => nameScans('scan.pdf', [{ words, aspect: Math.SQRT2 }]);

  test('contain number and title if both are certain', () => {
    expect(named(block())).toEqual([{ sheetNumber: 'A-101', title: 'Roof Plan' }]);
  });

  test('omit an uncertain number and the title beside it', () => {
    expect(named(block({ 'A-101': 0.8 }))).toEqual([{ sheetNumber: '', title: '' }]);
  });

  test('omit a title with an uncertain word', () => {
    expect(named(block({ Plan: 0.8 }))).toEqual([{ sheetNumber: 'A-101', title: '' }]);
  });

  test('are empty for a page that was not recognised', () => {
    expect(nameScans('A-101.pdf', [null])).toEqual([{ sheetNumber: '', title: '' }]);
  });

  test('omit the value of a marked region with an uncertain part', () => {
    const region = { x: 0.79, y: 0.86, w: 0.2, h: 0.03 };
    expect(readRegion(block(), region, 'title')).toBe('Roof Plan');
    expect(readRegion(block({ Plan: 0.8 }), region, 'title')).toBe('');
    expect(readRegion(block({ Plan: 0.1 }), region, 'title')).toBe('');
  });
});
