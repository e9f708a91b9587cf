// Finds the font that has the letters of a text: a bundled one, or one of the system for scripts that are not bundled.
/// <reference path="../../../platform/map-tiles/vector/fontkit.d.ts" />
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { type EastAsia, notoFontsFor, systemFontsFor } from '../../../rendering/engines/print/text/system-fonts.ts';
import { type Script, typefaceFile, type Weight } from '../../../rendering/engines/print/text/typeface-files.ts';

/** A font as it is embedded. `inCollection` is its name if the file holds several. */
export type Face = { file(weight: Weight): string; inCollection?: string };
export type Part = { text: string; face: Face };
type LoadedFace = Face & { font: Font };

/** Letters that the first font certainly has. */
const SIMPLE = /^[\u0020-\u007e\u00a0-\u024f\u0400-\u045f]*$/u;
const SHOWN_AS_EMOJI = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Replaces letters that no font has; the first font contains it. */
const REPLACEMENT_CHARACTER = '\ufffd';

const EAST_ASIA: readonly (readonly [RegExp, EastAsia])[] = [
  [/\p{Script=Hangul}/u, 'korean'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'japanese'],
  [/[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u, 'chinese'],
];
/** By their Unicode names, of which the names of the Noto fonts are made. */
const NOTO_SCRIPTS = [
  ...['Armenian', 'Bengali', 'Devanagari', 'Ethiopic', 'Georgian', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Lao'],
  ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
].map((name) => [new RegExp(`\\p{Script=${name}}`, 'u'), name] as const);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What is read as one letter: with its accents, or an emoji of several code points. */
export const lettersOf = (text: string): string[] =>
  SIMPLE.test(text) ? [...text] : Array.from(graphemes.segment(text), ({ segment }) => segment);

const bundled = new Map<Script, LoadedFace>();

function bundledFace(script: Script): LoadedFace {
  const known = bundled.get(script);
  if (known) return known;
  const files = { plain: typefaceFile('plain', script), strong: typefaceFile('strong', script) };
  const face = { file: (weight: Weight) => files[weight], font: create(readFileSync(files.plain)) };
  bundled.set(script, face);
  return face;
}

const ofSystem = new Map<string, LoadedFace | undefined>();

/** Undefined if the file cannot be read. */
function systemFace(path: string): LoadedFace | undefined {
  if (!ofSystem.has(path)) ofSystem.set(path, readFace(path));
  return ofSystem.get(path);
}

function readFace(path: string): LoadedFace | undefined {
  try {
    const file = create(readFileSync(path));
    const first = file.fonts?.[0];
    return { file: () => path, font: first ?? file, ...(first && { inCollection: first.postscriptName }) };
  } catch {
    return undefined;
  }
}

const systemPaths = new Map<string, readonly string[]>();

function pathsFor(name: string, find: () => readonly string[]): readonly string[] {
  const known = systemPaths.get(name) ?? find();
  systemPaths.set(name, known);
  return known;
}

function* systemFaces(letter: string): Generator<LoadedFace> {
  const eastAsia = EAST_ASIA.find(([letters]) => letters.test(letter))?.[1];
  const noto = NOTO_SCRIPTS.find(([letters]) => letters.test(letter))?.[1];
  const paths = [
    ...(eastAsia ? pathsFor(eastAsia, () => systemFontsFor(eastAsia)) : []),
    ...(noto ? pathsFor(noto, () => notoFontsFor(noto)) : []),
  ];
  for (const path of paths) {
    const face = systemFace(path);
    if (face) yield face;
  }
}

function* facesFor(letter: string): Generator<LoadedFace> {
  if (SHOWN_AS_EMOJI.test(letter)) yield bundledFace('emoji');
  yield bundledFace('latin');
  yield bundledFace('arabic');
  yield bundledFace('hebrew');
  yield bundledFace('emoji');
  yield* systemFaces(letter);
}

const has = ({ font }: LoadedFace, point: string): boolean => font.hasGlyphForCodePoint(point.codePointAt(0) ?? 0);

/** A font that has all code points; else one that has the first. Fonts are loaded one after the other. */
function faceOf(letter: string, points: readonly string[]): LoadedFace {
  let second: LoadedFace | undefined;
  for (const face of facesFor(letter)) {
    if (points.every((point) => has(face, point))) return face;
    if (points[0] !== undefined && has(face, points[0])) second ??= face;
  }
  return second ?? bundledFace('latin');
}

/** By letter. A report has few different ones. */
const known = new Map<string, Part>();
const MAX_KNOWN = 20_000;

function partOf(letter: string): Part {
  const found = known.get(letter);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const points = [...letter];
  const seen = points.filter((point) => !IGNORABLE.test(point));
  const face = faceOf(letter, seen);
  const write = (point: string) => (has(face, point) ? point : IGNORABLE.test(point) ? '' : REPLACEMENT_CHARACTER);
  const text = points.map(write).join('');
  const part = { text, face };
  known.set(letter, part);
  return part;
}

/** The parts of a text by font. */
export function partsOf(text: string): Part[] {
  if (SIMPLE.test(text)) return [{ text, face: bundledFace('latin') }];
  const parts: Part[] = [];
  for (const letter of lettersOf(text)) {
    const part = partOf(letter);
    const last = parts.at(-1);
    // Spaces stay with the letters before them, but those of the emoji font are as wide as an emoji.
    const isSpaceOfLast = /^\s$/u.test(letter) && last?.face !== bundled.get('emoji');
    if (last && (last.face === part.face || isSpaceOfLast)) last.text += part.text;
    else parts.push({ ...part });
  }
  return parts;
}
