// The contents of a report: its headings with their pages, each a link to it.
import { INK } from '../templates/layouts/document.ts';
import type { FilledBlock, FilledRow, Span } from './fill-layout.ts';
import type { Heading } from './pages.ts';

/** In millimetres. */
const PAGE_COLUMN = 14;
const INDENT = 5;

/** The name of the place in the file that the heading at this index is at. */
export const destinationOf = (index: number): string => `heading${index}`;

const END: FilledBlock = { kind: 'gap', points: 1, keepNext: false, newPage: true };

/**
 * Ends its page. Its height does not depend on the page numbers. While headings are not known, only this end remains, so
 * that the pages after it are divided as they will be.
 */
export function contentsOf(title: string, headings: readonly Heading[], width: number): FilledBlock[] {
  if (headings.length === 0) return [END];
  const top = Math.min(...headings.map(({ level }) => level));
  const rows = headings.map((heading, index): FilledRow => row(heading, top, index));
  return [
    {
      kind: 'paragraph',
      spans: [{ kind: 'text', text: title, size: 13, bold: true, colour: INK.brand }],
      look: { before: 14, after: 5, keepNext: true },
    },
    { kind: 'table', columns: [INDENT, width - INDENT - PAGE_COLUMN, PAGE_COLUMN], inset: 0, rows },
    END,
  ];
}

function row({ text, level, page }: Heading, top: number, index: number): FilledRow {
  const isTop = level === top;
  const span = (words: string): Span => ({
    kind: 'text',
    text: words,
    size: 9.5,
    bold: isTop,
    goTo: destinationOf(index),
  });
  const words = {
    blocks: [{ kind: 'paragraph', spans: [span(text)], look: { after: 0 } }],
    look: { line: isTop },
  } as const;
  const number = {
    blocks: [{ kind: 'paragraph', spans: [span(String(page))], look: { after: 0, align: 'right' } }],
    look: { line: isTop },
  } as const;
  const indent = { blocks: [], look: { line: isTop } };
  return {
    header: false,
    cells: isTop ? [{ ...words, look: { ...words.look, span: 2 } }, number] : [indent, words, number],
  };
}
