// Breaks a filled paragraph into lines. All measures are in points.
import type { Box } from '../filling/pictures/picture-book.ts';
import { PIN_MARK, type RequestedPicture, TASK_MARK } from '../filling/pictures/requested-pictures.ts';
import { BODY_SIZE, INK, NAMED_STYLES, type ParagraphStyle } from '../templates/layouts/document.ts';
import { lettersOf } from './faces.ts';
import type { Span } from './fill-layout.ts';
import type { Fonts, TextStyle } from './fonts.ts';

export const points = (millimetres: number): number => (millimetres * 72) / 25.4;

/** Share of the size above and below the baseline. */
const ASCENT = 1;
const DESCENT = 0.32;
/** Of a pin mark, width to height. */
const MARK_ASPECT = 24 / 30;

export type PlacedText = { kind: 'text'; x: number; width: number; text: string; style: TextStyle };
export type PlacedPicture = {
  kind: 'picture';
  x: number;
  width: number;
  height: number;
  request: RequestedPicture;
  /** In millimetres, as for Word files. */
  box: Box;
  /** Of its paragraph, for pictures that do not fill their box. */
  align: ParagraphStyle['align'];
};
export type Line = { ascent: number; descent: number; items: readonly (PlacedText | PlacedPicture)[] };

/** What stands on a line: parts between which it cannot be broken, spaces, breaks and tabs. */
type Atom =
  | { kind: 'word'; text: string; width: number; style: TextStyle }
  | { kind: 'space'; text: string; width: number; style: TextStyle }
  | { kind: 'picture'; width: number; height: number; request: RequestedPicture; box: Box }
  | { kind: 'break' }
  | { kind: 'tab' };
type Solid = Extract<Atom, { kind: 'word' | 'picture' | 'space' }>;

/** The number of pages is a text if it is unknown. */
export type PageFields = { PAGE: number; NUMPAGES: number | string };

export function linesOf(
  spans: readonly Span[],
  look: ParagraphStyle,
  width: number,
  fonts: Fonts,
  fields: PageFields = { PAGE: 0, NUMPAGES: 0 },
): Line[] {
  const setter = new LineSetter(look, width);
  let chunk: Solid[] = [];
  const flush = () => {
    if (chunk.length > 0) setter.chunk(chunk, fonts);
    chunk = [];
  };
  for (const atom of atomsOf(spans, look, fonts, fields)) {
    if (atom.kind === 'word' || atom.kind === 'picture') chunk.push(atom);
    else {
      flush();
      if (atom.kind === 'space') setter.space(atom);
      else if (atom.kind === 'break') setter.break();
      else setter.tab();
    }
  }
  flush();
  return setter.finish(styleOf({}, look));
}

function styleOf(
  run: { size?: number; bold?: boolean; colour?: string; goTo?: string },
  { style }: ParagraphStyle,
): TextStyle {
  const named = style && NAMED_STYLES[style];
  return {
    size: run.size ?? named?.size ?? BODY_SIZE,
    weight: run.bold || named ? 'strong' : 'plain',
    colour: `#${run.colour ?? named?.colour ?? INK.text}`,
    ...(run.goTo !== undefined && { goTo: run.goTo }),
  };
}

function* atomsOf(spans: readonly Span[], look: ParagraphStyle, fonts: Fonts, fields: PageFields): Generator<Atom> {
  for (const span of spans) {
    if (span.kind === 'tab') yield span;
    else if (span.kind === 'picture') yield { ...span, ...sizeOf(span) };
    else {
      const style = styleOf(span, look);
      const text = span.kind === 'field' ? String(fields[span.field]) : span.text;
      for (const part of text.split(/(\n|\t|[^\S\n\t\u00a0\u202f]+)/u)) {
        if (part === '') continue;
        if (part === '\n') yield { kind: 'break' };
        else {
          const kind = /^[^\S\u00a0\u202f]/u.test(part) ? 'space' : 'word';
          const written = part === '\t' ? '  ' : part;
          yield { kind, text: written, width: fonts.widthOf(written, style), style };
        }
      }
    }
  }
}

/** Marks keep their shape; photos, plans and logos take all of their box. */
function sizeOf({ request, box }: Extract<Span, { kind: 'picture' }>): { width: number; height: number } {
  const height = points(box.height);
  if (request.kind === PIN_MARK) return { width: height * MARK_ASPECT, height };
  if (request.kind === TASK_MARK) return { width: height, height };
  return { width: points(box.width), height };
}

class LineSetter {
  private readonly look: ParagraphStyle;
  private readonly width: number;
  private readonly lines: Line[] = [];
  private items: (PlacedText | PlacedPicture)[] = [];
  private at = 0;
  private pending: Extract<Atom, { kind: 'space' }> | undefined;
  private stops: readonly number[];
  /** Items after a right-aligned tab, which end at its stop. */
  private rightFrom: { item: number; stop: number } | undefined;

  constructor(look: ParagraphStyle, width: number) {
    this.look = look;
    this.width = width;
    this.stops = look.tabs ?? [];
  }

  chunk(atoms: readonly Solid[], fonts: Fonts): void {
    const width = atoms.reduce((sum, atom) => sum + atom.width, 0);
    const space = this.pending?.width ?? 0;
    const isFirst = this.items.length === 0;
    if (!isFirst && !this.rightFrom && this.at + space + width > this.width + 0.01) this.endLine();
    else if (this.pending && (!isFirst || this.lines.length === 0)) this.put(this.pending);
    this.pending = undefined;
    for (const atom of atoms) {
      if (atom.kind === 'word' && this.at + atom.width > this.width + 0.01 && !this.rightFrom)
        this.breakWord(atom, fonts);
      else this.put(atom);
    }
  }

  space(atom: Extract<Atom, { kind: 'space' }>): void {
    this.pending = atom;
  }

  break(): void {
    this.pending = undefined;
    this.endLine();
  }

  tab(): void {
    this.pending = undefined;
    const stop = this.stops[0];
    this.stops = this.stops.slice(1);
    if (stop === undefined) return;
    if (stop < 0) this.rightFrom = { item: this.items.length, stop: points(-stop) };
    else this.at = Math.max(this.at + 4, points(stop));
  }

  finish(usual: TextStyle): Line[] {
    if (this.items.length > 0 || this.lines.length === 0) this.endLine(usual);
    return this.lines;
  }

  private put(atom: Solid): void {
    if (atom.kind === 'picture') this.items.push({ ...atom, x: this.at, align: this.look.align });
    else {
      const { text, width, style } = atom;
      const last = this.items.at(-1);
      const isAfterTab = this.rightFrom?.item === this.items.length;
      const joins =
        !isAfterTab &&
        last?.kind === 'text' &&
        sameStyle(last.style, style) &&
        Math.abs(last.x + last.width - this.at) < 0.01;
      if (joins) this.items[this.items.length - 1] = { ...last, text: last.text + text, width: last.width + width };
      else this.items.push({ kind: 'text', x: this.at, width, text, style });
    }
    this.at += atom.width;
  }

  /** A word wider than the line is broken anywhere. */
  private breakWord({ text, style }: Extract<Atom, { kind: 'word' }>, fonts: Fonts): void {
    let rest = '';
    for (const letter of lettersOf(text)) {
      const longer = rest + letter;
      if (rest !== '' && this.at + fonts.widthOf(longer, style) > this.width) {
        this.put({ kind: 'word', text: rest, width: fonts.widthOf(rest, style), style });
        this.endLine();
        rest = letter;
      } else rest = longer;
    }
    this.put({ kind: 'word', text: rest, width: fonts.widthOf(rest, style), style });
  }

  private endLine(usual?: TextStyle): void {
    const sizes = this.items.flatMap((item) => (item.kind === 'text' ? [item.style.size] : []));
    if (this.items.length === 0 && usual) sizes.push(usual.size);
    const pictures = this.items.flatMap((item) => (item.kind === 'picture' ? [item.height] : []));
    const size = Math.max(0, ...sizes);
    this.align();
    this.lines.push({ ascent: Math.max(size * ASCENT, ...pictures), descent: size * DESCENT, items: this.items });
    this.items = [];
    this.at = this.look.hanging === undefined ? 0 : points(this.look.hanging);
    this.rightFrom = undefined;
  }

  private align(): void {
    const from = this.rightFrom?.item ?? 0;
    const last = this.items.at(-1);
    if (!last) return;
    const free = (this.rightFrom?.stop ?? this.width) - (last.x + last.width);
    const { align } = this.look;
    const shift = this.rightFrom || align === 'right' ? free : align === 'center' ? free / 2 : 0;
    if (shift !== 0) this.items = this.items.map((item, i) => (i < from ? item : { ...item, x: item.x + shift }));
  }
}

const sameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a.size === b.size && a.weight === b.weight && a.colour === b.colour && a.goTo === b.goTo;
