// Each letter of a text is written with a font that has it, and is never divided.
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { lettersOf, partsOf } from './faces.ts';
import { Fonts } from './fonts.ts';
import { linesOf, points } from './lines.ts';

const FILE = /([^/\\]+)\.ttf$/u;
const shown = (text: string) =>
  partsOf(text).map((part) => [part.text, FILE.exec(part.face.file('plain'))?.[1]?.replace(/[-_].*/u, '')]);

test.each([
  ['Crack', [['Crack', 'NotoSans']]],
  ['Nguyễn – Ωж ©', [['Nguyễn – Ωж ©', 'NotoSans']]],
  [
    '👷 crane',
    [
      ['👷', 'NotoEmoji'],
      [' crane', 'NotoSans'],
    ],
  ],
  [
    '1️⃣2',
    [
      ['1️⃣', 'NotoEmoji'],
      ['2', 'NotoSans'],
    ],
  ],
  ['👍🏽👨‍👩‍👧🇩🇪', [['👍🏽👨‍👩‍👧🇩🇪', 'NotoEmoji']]],
  [
    'שבר בקיר 👷',
    [
      ['שבר בקיר ', 'NotoSansHebrew'],
      ['👷', 'NotoEmoji'],
    ],
  ],
  // No font has the first letter; soft hyphens and the like are left out where the font lacks them.
  ['\u{12000}a\u{e0061}b', [['\ufffdab', 'NotoSans']]],
])('%s is divided by font', (text, parts) => {
  expect(shown(text)).toEqual(parts);
});

test('joined emoji are measured by grapheme, not by code point', () => {
  const fonts = new Fonts(new PDFDocument({ autoFirstPage: false }));
  const look = { size: 10, weight: 'plain' } as const;
  const one = fonts.widthOf('👷', look);
  expect(one).toBeGreaterThan(8);
  expect(fonts.widthOf('👨‍👩‍👧', look)).toBeCloseTo(one, 1);
  expect(fonts.widthOf('👷 👷', look)).toBeCloseTo(2 * one + fonts.widthOf(' ', look), 1);
});

test('a word wider than its line is broken between letters, never inside one', () => {
  const fonts = new Fonts(new PDFDocument({ autoFirstPage: false }));
  const family = '👨‍👩‍👧';
  const lines = linesOf([{ kind: 'text', text: family.repeat(20) }], {}, points(30), fonts);
  expect(lines.length).toBeGreaterThan(1);
  const texts = lines.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])));
  expect(texts.join('')).toBe(family.repeat(20));
  for (const text of texts) expect(lettersOf(text).every((letter) => letter === family)).toBe(true);
});
