// Arabic and Hebrew as outlines, with letters joined and ordered as they are written, which plain PDF text does not do.
/// <reference path="../../../../platform/map-tiles/vector/fontkit.d.ts" />
import { readFileSync } from 'node:fs';
import { create, type Font, type PathCommand } from 'fontkit';
import type { Stroke } from '../pen.ts';
import { typefaceFile, type Weight } from './typeface-files.ts';

/** At size one, with the baseline at zero and y downwards. */
export type Outline = { readonly strokes: readonly Stroke[]; readonly width: number };

const loaded = new Map<Weight, readonly Font[]>();

/** Loaded when the first such letter occurs: most plans have none. */
function fontsOf(weight: Weight): readonly Font[] {
  const known = loaded.get(weight);
  if (known) return known;
  const fonts = (['arabic', 'hebrew'] as const).map((script) => create(readFileSync(typefaceFile(weight, script))));
  loaded.set(weight, fonts);
  return fonts;
}

export const hasOutline = (weight: Weight, letter: string): boolean =>
  fontsOf(weight).some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** A part of a run: letters of one of these fonts, or characters that only the other font has, such as brackets. */
export type Part = { readonly words: string; readonly font: Font | undefined };

/** The parts of a right-to-left run, from left to right. */
export function partsOf(weight: Weight, run: string): Part[] {
  const parts: { words: string; font: Font | undefined }[] = [];
  for (const letter of run) {
    const having = fontsOf(weight).filter((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    const last = parts.at(-1);
    const font = having.find((one) => one === last?.font) ?? having[0];
    if (last && last.font === font) last.words = font ? last.words + letter : letter + last.words;
    else parts.push({ words: letter, font });
  }
  return parts.reverse();
}

export function outlineOf(font: Font, words: string): Outline {
  const { glyphs, positions, advanceWidth } = font.layout(words, undefined, undefined, undefined, 'rtl');
  const unit = 1 / font.unitsPerEm;
  let at = 0;
  const strokes = glyphs.flatMap((glyph, i) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    const [left, up] = [at + xOffset, yOffset];
    at += xAdvance;
    return strokesOf(glyph.path.commands, (x, y) => [(left + x) * unit, -(up + y) * unit]);
  });
  return { strokes, width: advanceWidth * unit };
}

function strokesOf(commands: readonly PathCommand[], place: (x: number, y: number) => [number, number]): Stroke[] {
  let from: readonly [number, number] = [0, 0];
  return commands.map(({ command, args }): Stroke => {
    const positions = Array.from(
      { length: args.length / 2 },
      (_, i) => [args[2 * i] ?? 0, args[2 * i + 1] ?? 0] as const,
    );
    const start = from;
    const [one = start, two = one, three = two] = positions;
    from = positions.at(-1) ?? from;
    if (command === 'closePath') return ['Z'];
    if (command === 'moveTo') return ['M', ...place(...one)];
    if (command === 'lineTo') return ['L', ...place(...one)];
    if (command === 'bezierCurveTo') return ['C', ...place(...one), ...place(...two), ...place(...three)];
    // Converts a quadratic curve to a cubic one.
    const near = (end: readonly [number, number]) =>
      [end[0] + (2 / 3) * (one[0] - end[0]), end[1] + (2 / 3) * (one[1] - end[1])] as const;
    return ['C', ...place(...near(start)), ...place(...near(two)), ...place(...two)];
  });
}
