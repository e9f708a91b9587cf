// Converts text to outlines, so that map images show the same letters on every machine, whatever fonts it has.
/// <reference path="./fontkit.d.ts" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

export type Letters = {
  widthOf: (words: string, size: number) => number;
  /** SVG path elements that start at zero on the baseline, in font units with y upwards. */
  outline: (words: string) => string;
  /** Font units per em. */
  readonly perSize: number;
};

const FILE = '../../fonts/NotoSans-SemiBold.ttf';

let loaded: Letters | undefined;

export function letters(): Letters {
  loaded ??= lettersOf(
    create(readFileSync(join(createRequire(import.meta.url).resolve('@embedpdf/fonts-latin'), FILE))),
  );
  return loaded;
}

function lettersOf(font: Font): Letters {
  const laid = (words: string) => font.layout(words);
  return {
    perSize: font.unitsPerEm,
    widthOf: (words, size) => (laid(words).advanceWidth / font.unitsPerEm) * size,
    outline: (words) => {
      const { glyphs, positions } = laid(words);
      let at = 0;
      return glyphs
        .map((glyph, i) => {
          const path = glyph.path.toSVG();
          const shift = at + (positions[i]?.xOffset ?? 0);
          at += positions[i]?.xAdvance ?? 0;
          return path === '' ? '' : `<path transform="translate(${shift})" d="${path}"/>`;
        })
        .join('');
    },
  };
}
