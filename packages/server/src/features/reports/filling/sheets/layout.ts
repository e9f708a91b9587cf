// The order in which a checked sheet is filled: rows, lists over rows, and within a cell texts, placeholders and lists.
import type { XmlElement } from '../../../../office/xml.ts';
import { readTag } from '../tags/tag-syntax.ts';
import { type Run, type SourceCell, type SourceRow, TAGS, textOfRuns } from './sheet-rows.ts';

/** The content of a cell; `runStyle` is the formatting at the position where it begins. */
export type Content =
  | { kind: 'text'; text: string; runStyle: XmlElement | undefined }
  | { kind: 'tag'; raw: string; runStyle: XmlElement | undefined }
  | { kind: 'section'; raw: string; body: Content[] };

export type LayoutRow = { kind: 'row'; row: SourceRow; contents: ReadonlyMap<SourceCell, readonly Content[]> };
export type LayoutSection = { kind: 'section'; raw: string; from: number; to: number; body: LayoutNode[] };
export type LayoutNode = LayoutRow | LayoutSection;

export function buildNodes(rows: readonly SourceRow[]): LayoutNode[] {
  const top: LayoutNode[] = [];
  const open: LayoutSection[] = [];
  const here = (): LayoutNode[] => open.at(-1)?.body ?? top;
  for (const row of rows) {
    const contents = new Map<SourceCell, Content[]>();
    let closes = 0;
    for (const cell of row.cells) {
      if (!cell.runs) continue;
      const { body, opens, closed } = contentOf(cell.runs);
      contents.set(cell, body);
      closes += closed;
      for (const raw of opens) {
        const section: LayoutSection = { kind: 'section', raw, from: row.number, to: row.number, body: [] };
        here().push(section);
        open.push(section);
      }
    }
    here().push({ kind: 'row', row, contents });
    for (; closes > 0; closes -= 1) {
      const section = open.pop();
      if (!section) throw new Error('a list ends that was not started');
      section.to = row.number;
    }
  }
  return top;
}

/** Separates lists within a cell from the starts and ends of lists over rows, which are removed. */
function contentOf(runs: readonly Run[]): { body: Content[]; opens: string[]; closed: number } {
  const bodies: { raw: string; body: Content[] }[] = [{ raw: '', body: [] }];
  let closed = 0;
  const put = (content: Content) => bodies.at(-1)?.body.push(content);
  for (const token of tokensOf(runs)) {
    const kind = token.tag ? readTag(token.text)?.kind : undefined;
    if (kind === 'open') bodies.push({ raw: token.text, body: [] });
    else if (kind === 'close') {
      const ended = bodies.length > 1 ? bodies.pop() : undefined;
      if (ended) put({ kind: 'section', raw: ended.raw, body: ended.body });
      else closed += 1;
    } else if (kind === 'value') put({ kind: 'tag', raw: token.text, runStyle: token.runStyle });
    else put({ kind: 'text', text: token.text, runStyle: token.runStyle });
  }
  const [first, ...opened] = bodies;
  return {
    body: [...(first?.body ?? []), ...opened.flatMap(({ body }) => body)],
    opens: opened.map(({ raw }) => raw),
    closed,
  };
}

type Token = { text: string; tag: boolean; runStyle: XmlElement | undefined };

function tokensOf(runs: readonly Run[]): Token[] {
  const text = textOfRuns(runs);
  const tokens: Token[] = [];
  let at = 0;
  for (const match of text.matchAll(TAGS)) {
    plain(at, match.index);
    at = match.index + match[0].length;
    tokens.push({ text: match[0], tag: true, runStyle: styleAt(match.index) });
  }
  plain(at, text.length);
  return tokens;

  function plain(from: number, to: number): void {
    let start = 0;
    for (const run of runs) {
      const piece = run.text.slice(Math.max(0, from - start), Math.max(0, to - start));
      if (piece !== '') tokens.push({ text: piece, tag: false, runStyle: run.runStyle });
      start += run.text.length;
    }
  }

  function styleAt(place: number): XmlElement | undefined {
    let start = 0;
    for (const run of runs) {
      start += run.text.length;
      if (place < start) return run.runStyle;
    }
    return undefined;
  }
}
