// Fills the layout of a built-in template: yields its blocks one after the other with values in place of placeholders,
// so that a long report is never held as a whole.
import { type Content, type Filling, PICTURE, SECTION, TEXT } from '../filling/filling.ts';
import type { Box } from '../filling/pictures/picture-book.ts';
import type { RequestedPicture } from '../filling/pictures/requested-pictures.ts';
import { usualBox } from '../filling/pictures/usual-box.ts';
import { readTag } from '../filling/tags/tag-syntax.ts';
import type {
  Block,
  CellStyle,
  Inline,
  ParagraphStyle,
  Row,
  RowItem,
  RunStyle,
  Section,
} from '../templates/layouts/document.ts';

export type Span =
  /** `goTo`: the name of the place in the file that it links to. */
  | ({ kind: 'text'; text: string; goTo?: string } & RunStyle)
  | { kind: 'picture'; request: RequestedPicture; box: Box }
  | Extract<Inline, { kind: 'tab' | 'field' }>;

export type FilledCell = { blocks: readonly FilledBlock[]; look: CellStyle };
export type FilledRow = { cells: readonly FilledCell[]; header: boolean };
export type FilledBlock =
  | { kind: 'paragraph'; spans: readonly Span[]; look: ParagraphStyle }
  | Extract<Block, { kind: 'gap' | 'contents' }>
  | { kind: 'table'; columns: readonly number[]; inset: number; rows: Iterable<FilledRow> };

export function* filledBlocks(blocks: readonly Block[], filling: Filling): Generator<FilledBlock> {
  for (const block of blocks) {
    if (block.kind === 'section') yield* repeated(block, filling, filledBlocks);
    else if (block.kind === 'paragraph')
      yield { kind: 'paragraph', spans: spansOf(block.inlines, filling), look: block.look };
    else if (block.kind === 'gap' || block.kind === 'contents') yield block;
    else yield { ...block, rows: filledRows(block.rows, filling) };
  }
}

function* filledRows(rows: readonly RowItem[], filling: Filling): Generator<FilledRow> {
  for (const item of rows) {
    if (item.kind === 'section') yield* repeated(item, filling, filledRows);
    else yield filledRow(item, filling);
  }
}

const filledRow = ({ cells, header }: Row, filling: Filling): FilledRow => ({
  header,
  cells: cells.map(({ content, look }) => ({ blocks: [...filledBlocks(content, filling)], look })),
});

function* repeated<Content, Filled>(
  { tag, content }: Section<Content>,
  filling: Filling,
  fill: (content: readonly Content[], filling: Filling) => Iterable<Filled>,
): Generator<Filled> {
  for (const frame of timesOf(filling.contentOf({ rawText: `{#${tag}}` }))) yield* fill(content, filling.opened(frame));
}

function timesOf(content: Content) {
  if (content._type !== SECTION) throw new Error('a section that is a value');
  return content.times;
}

/** A piece of a paragraph: fixed content, a value, or the start or end of a section within the line. */
type Token =
  | { kind: 'fixed'; span: Span }
  | { kind: 'value'; raw: string; style: RunStyle }
  | { kind: 'open'; raw: string; close: number }
  | { kind: 'close' };

const parsed = new WeakMap<readonly Inline[], readonly Token[]>();

function tokensOf(inlines: readonly Inline[]): readonly Token[] {
  const known = parsed.get(inlines);
  if (known) return known;
  const tokens: Token[] = [];
  const open: Extract<Token, { kind: 'open' }>[] = [];
  for (const inline of inlines) {
    if (inline.kind !== 'text') {
      tokens.push({ kind: 'fixed', span: inline });
      continue;
    }
    const { text, kind: _kind, ...style } = inline;
    for (const part of text.split(/(\{[^{}]*\})/u)) {
      const tag = readTag(part);
      if (tag?.kind === 'value') tokens.push({ kind: 'value', raw: part, style });
      else if (tag?.kind === 'open') {
        const opening: Extract<Token, { kind: 'open' }> = { kind: 'open', raw: part, close: tokens.length };
        tokens.push(opening);
        open.push(opening);
      } else if (tag?.kind === 'close') {
        const opening = open.pop();
        if (!opening) throw new Error(`no section to close: ${part}`);
        opening.close = tokens.length;
        tokens.push({ kind: 'close' });
      } else if (part !== '') tokens.push({ kind: 'fixed', span: { kind: 'text', text: part, ...style } });
    }
  }
  parsed.set(inlines, tokens);
  return tokens;
}

function spansOf(inlines: readonly Inline[], filling: Filling): Span[] {
  const tokens = tokensOf(inlines);
  const spans: Span[] = [];
  const fill = (from: number, to: number, within: Filling): void => {
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      if (token?.kind === 'fixed') spans.push(token.span);
      else if (token?.kind === 'value') spans.push(...spanOf(token.raw, token.style, within));
      else if (token?.kind === 'open') {
        for (const frame of timesOf(within.contentOf({ rawText: token.raw })))
          fill(at + 1, token.close, within.opened(frame));
        at = token.close;
      }
    }
  };
  fill(0, tokens.length, filling);
  return spans;
}

function spanOf(raw: string, style: RunStyle, filling: Filling): Span[] {
  const content = filling.contentOf({ rawText: raw });
  if (content._type === TEXT) return content.value === '' ? [] : [{ kind: 'text', text: content.value, ...style }];
  if (content._type !== PICTURE || content.request === null) return [];
  const { request, options } = content;
  return [{ kind: 'picture', request, box: usualBox(request, options, undefined) }];
}
