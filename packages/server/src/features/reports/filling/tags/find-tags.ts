// Finds the placeholders of a Word part and their positions. Word splits text into runs arbitrarily, so placeholders
// are searched in the text of a whole paragraph.

import { ancestor, walk, type XmlElement } from '../../../../office/xml.ts';
import { TemplateRefused } from '../package/refused.ts';
import { readTag, type TagText } from './tag-syntax.ts';

export type FoundTag = {
  raw: string;
  /** Undefined if the braces contain no valid placeholder. */
  text: TagText | undefined;
  /** The paragraph's number in the part, from 1. */
  paragraph: number;
  /** The text around it. */
  near: string;
  /** The paragraph, or the drawing with this alternative text. */
  holder: XmlElement;
  /** The run in which it begins, or the drawing. */
  element: XmlElement;
  where: 'text' | 'alternative-text' | 'drawing-text';
  /** False if the placeholder is interrupted by something it cannot span, such as a link or an image. */
  whole: boolean;
  /** Whether it is in a run directly in its paragraph, not in a link, a field or a tracked change. */
  direct: boolean;
};

/** More than anyone writes by hand; processing more takes too long. */
export const MAX_TAGS = 5_000;

/** An unmatched brace. */
export type LooseBrace = { raw: string; paragraph: number; near: string };

type Piece = { text: string; run: XmlElement; order: number };

/** All placeholders of a part in reading order, with text boxes at their anchors. */
export function findTags(root: XmlElement): { tags: FoundTag[]; loose: LooseBrace[] } {
  const tags: FoundTag[] = [];
  const loose: LooseBrace[] = [];
  const places = new Map<XmlElement, number>();
  let paragraph = 0;
  for (const element of walk(root)) {
    places.set(element, places.size);
    if (element.name === 'w:p' || element.name === 'a:p') {
      paragraph += 1;
      inParagraph(element, paragraph, tags, loose);
    }
    if (element.name === 'wp:docPr') inAlternativeText(element, paragraph, tags);
  }
  const place = (tag: FoundTag): number => places.get(tag.element) ?? 0;
  return { tags: tags.sort((a, b) => place(a) - place(b)), loose };
}

function inAlternativeText(element: XmlElement, paragraph: number, tags: FoundTag[]): void {
  const description = element.attributes.get('descr') ?? '';
  for (const match of description.matchAll(/\{[^{}]*\}/gu)) {
    const raw = match[0];
    tags.push({
      raw,
      text: readTag(raw),
      paragraph,
      near: textAround(description, match.index, raw.length),
      holder: element,
      element,
      where: 'alternative-text',
      whole: true,
      direct: true,
    });
  }
}

function inParagraph(holder: XmlElement, paragraph: number, tags: FoundTag[], loose: LooseBrace[]): void {
  const pieces = piecesOf(holder);
  const text = pieces.map((piece) => piece.text).join('');
  const within = inOrderOver(pieces);
  let from = 0;
  for (const match of text.matchAll(/\{[^{}]*\}/gu)) {
    const raw = match[0];
    if (tags.length >= MAX_TAGS) throw new TemplateRefused('too_large');
    looseIn(text, from, match.index, paragraph, loose);
    from = match.index + raw.length;
    const covered = within(match.index, from);
    const first = covered[0];
    const run = first?.run;
    tags.push({
      raw,
      text: readTag(raw),
      paragraph,
      near: textAround(text, match.index, raw.length),
      holder,
      element: run ?? holder,
      where: holder.name === 'a:p' ? 'drawing-text' : 'text',
      whole: covered.every((piece) => piece.run.parent === run?.parent && piece.order === first?.order),
      direct: run?.parent === holder,
    });
  }
  looseIn(text, from, text.length, paragraph, loose);
}

function looseIn(text: string, from: number, to: number, paragraph: number, loose: LooseBrace[]): void {
  const between = text.slice(from, to);
  const at = between.search(/[{}]/u);
  if (at < 0) return;
  const raw = between.slice(at, at + 40);
  loose.push({ raw, paragraph, near: textAround(text, from + at, raw.length) });
}

const AROUND = 30;

/** The text from a little before to a little after the part with this start and length. */
function textAround(text: string, start: number, length: number): string {
  const [from, to] = [Math.max(0, start - AROUND), Math.min(text.length, start + length + AROUND)];
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`.trim();
}

/** The text of a paragraph run by run, without text boxes in it; `order` increases after each image or box. */
function piecesOf(paragraph: XmlElement): Piece[] {
  const pieces: Piece[] = [];
  let order = 0;
  const visit = (element: XmlElement): void => {
    if (element.name === 'w:p' || element.name === 'a:p' || element.name === 'w:drawing' || element.name === 'w:pict') {
      order += 1;
      return;
    }
    if (element.name === 'w:t' || element.name === 'a:t') {
      const text = element.children.filter((child) => typeof child === 'string').join('');
      const run = ancestor(element, 'w:r', 'a:r');
      if (text !== '' && run) pieces.push({ text, run, order });
      return;
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  for (const child of paragraph.children) if (typeof child !== 'string') visit(child);
  return pieces;
}

/**
 * Returns the pieces between two offsets of the text; offsets must only increase, so that each piece is visited once.
 */
function inOrderOver(pieces: readonly Piece[]): (start: number, end: number) => Piece[] {
  let first = 0;
  let at = 0;
  return (start, end) => {
    for (let piece = pieces[first]; piece && at + piece.text.length <= start; piece = pieces[first]) {
      at += piece.text.length;
      first += 1;
    }
    const covered: Piece[] = [];
    let place = at;
    for (let next = first; place < end; next += 1) {
      const piece = pieces[next];
      if (!piece) break;
      covered.push(piece);
      place += piece.text.length;
    }
    return covered;
  };
}
