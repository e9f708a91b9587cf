// Repeats, keeps or drops what is between the start and end of a list: table rows if these are in different cells,
// whole paragraphs if each has a paragraph to itself (which is then removed), otherwise the text between them.
import {
  officeMarkup,
  type ScopeData,
  type Tag,
  type TemplateContext,
  TemplatePlugin,
  type TextNodeTag,
  type XmlNode,
  xml,
} from 'easy-template-x';
import type { PartWriter } from './engine-tree.ts';
import { type Filling, type Frame, SECTION } from './filling.ts';

const { query, modify } = officeMarkup;

export class SectionPlugin extends TemplatePlugin {
  readonly contentType: string = SECTION;
  private readonly filling: Filling;
  private readonly writer: PartWriter;

  constructor(filling: Filling, writer: PartWriter) {
    super();
    this.filling = filling;
    this.writer = writer;
  }

  override async containerTagReplacements(tags: Tag[], data: ScopeData, context: TemplateContext): Promise<void> {
    const open = tags[0];
    const close = tags.at(-1);
    if (open?.placement !== 'TextNode' || close?.placement !== 'TextNode')
      throw new Error('a list without a start and an end');
    const content = this.filling.contentOf(open);
    if (content._type !== SECTION) throw new Error(`no list: ${open.rawText}`);
    const piece = rowsBetween(open, close) ?? paragraphsBetween(open, close) ?? textBetween(open, close);
    const groups: XmlNode[][] = [];
    for (const [place, frame] of content.times.entries()) {
      const group = await this.fill(piece.nodes, frame, place, content.times.length, data, context);
      if (piece.whole && this.filling.outermost) for (const node of group) this.writer.settle(node);
      groups.push(group);
    }
    piece.putBack(groups);
  }

  private async fill(
    nodes: readonly XmlNode[],
    frame: Frame,
    place: number,
    of: number,
    data: ScopeData,
    context: TemplateContext,
  ): Promise<XmlNode[]> {
    const root = xml.create.generalNode('section', {
      childNodes: nodes.map((node) => xml.create.cloneNode(node, true)),
    });
    await this.filling.within(frame, place, of, () => this.utilities.compiler.compile(root, data, context));
    return root.childNodes ?? [];
  }
}

/** The repeated content, already taken out of the document, and how the repetitions are put back. */
type Piece = {
  nodes: readonly XmlNode[];
  /** Whole rows or paragraphs, with no surrounding text to merge with. */
  whole: boolean;
  putBack(groups: XmlNode[][]): void;
};

function rowsBetween(open: TextNodeTag, close: TextNodeTag): Piece | undefined {
  if (query.containingTableCellNode(open.xmlTextNode) === query.containingTableCellNode(close.xmlTextNode))
    return undefined;
  const first = query.containingTableRowNode(open.xmlTextNode);
  const last = query.containingTableRowNode(close.xmlTextNode);
  const table = first?.parentNode;
  if (!table || table !== last?.parentNode) throw new Error(`the ends of ${open.rawText} are not in one table`);
  removeEnd(open);
  removeEnd(close);
  const from = childrenOf(table).indexOf(first);
  const nodes = childrenOf(table).slice(from, childrenOf(table).indexOf(last) + 1);
  return {
    nodes,
    whole: true,
    putBack(groups) {
      splice(table, from, nodes.length, groups.flat());
      // A table must have rows.
      if (!childrenOf(table).some((node) => node.nodeName === 'w:tr')) removeTable(table);
    },
  };
}

function paragraphsBetween(open: TextNodeTag, close: TextNodeTag): Piece | undefined {
  const first = query.containingParagraphNode(open.xmlTextNode);
  const last = query.containingParagraphNode(close.xmlTextNode);
  const parent = first.parentNode;
  if (!parent || first === last || parent !== last.parentNode) return undefined;
  if (!isOnlyContent(first, open) || !isOnlyContent(last, close)) return undefined;
  const from = childrenOf(parent).indexOf(first);
  const to = childrenOf(parent).indexOf(last);
  const nodes = childrenOf(parent).slice(from + 1, to);
  modify.removeTag(open);
  modify.removeTag(close);
  return {
    nodes,
    whole: true,
    putBack(groups) {
      const put: XmlNode[] = [];
      for (const group of groups) {
        put.push(...group);
        // Two tables without a paragraph between them would merge.
        if (isTable(group.at(-1))) put.push(xml.create.cloneNode(last, true));
      }
      if (isTable(childrenOf(parent)[from - 1]) && isTable(put[0])) put.unshift(first);
      splice(parent, from, to - from + 1, put);
      endWithParagraph(parent, last);
    },
  };
}

function textBetween(open: TextNodeTag, close: TextNodeTag): Piece {
  const holder = query.containingParagraphNode(open.xmlTextNode);
  const end = query.containingParagraphNode(close.xmlTextNode);
  const parent = holder.parentNode;
  if (!parent || parent !== end.parentNode) throw new Error(`the ends of ${open.rawText} are not side by side`);
  const same = holder === end;
  const [before, afterOpen] = modify.splitParagraphByTextNode(holder, open.xmlTextNode, true);
  const [beforeClose, after] = modify.splitParagraphByTextNode(same ? afterOpen : end, close.xmlTextNode, true);
  const from = childrenOf(parent).indexOf(before);
  const to = childrenOf(parent).indexOf(after);
  const nodes = same ? [beforeClose] : childrenOf(parent).slice(from + 1, to);
  return {
    nodes,
    whole: false,
    putBack(groups) {
      // Pieces of a line are joined, so a value in the middle of a sentence stays in it.
      const put = [before];
      for (const [head, ...rest] of [...groups, [after]]) {
        const line = put.at(-1);
        if (line && head) modify.joinParagraphs(line, head);
        put.push(...rest);
      }
      splice(parent, from, to - from + 1, put);
    },
  };
}

function childrenOf(node: XmlNode): XmlNode[] {
  return node.childNodes ?? [];
}

function isTable(node: XmlNode | undefined): boolean {
  return node !== undefined && query.isTableNode(node);
}

/** Whether a paragraph contains only this start or end, and does not end a section of the document. */
function isOnlyContent(paragraph: XmlNode, end: TextNodeTag): boolean {
  let alone = true;
  const visit = (node: XmlNode): void => {
    if (xml.query.isTextNode(node)) {
      if (node !== end.xmlTextNode && (node.textContent ?? '').trim() !== '') alone = false;
    } else if (['w:sectPr', 'w:drawing', 'w:pict', 'w:object', 'w:sym', 'w:br'].includes(node.nodeName)) alone = false;
    for (const child of childrenOf(node)) visit(child);
  };
  visit(paragraph);
  return alone;
}

/** Removes the start or end of a list over rows, and its paragraph if that is left empty and has siblings. */
function removeEnd(end: TextNodeTag): void {
  const paragraph = query.containingParagraphNode(end.xmlTextNode);
  const cell = paragraph.parentNode;
  const spare = isOnlyContent(paragraph, end) && cell && childrenOf(cell).filter(query.isParagraphNode).length > 1;
  modify.removeTag(end);
  if (spare) splice(cell, childrenOf(cell).indexOf(paragraph), 1, []);
}

function removeTable(table: XmlNode): void {
  const parent = table.parentNode;
  if (!parent) return;
  splice(parent, childrenOf(parent).indexOf(table), 1, []);
  endWithParagraph(parent, undefined);
}

/** Cells, text boxes, headers and the like must end with a paragraph. */
function endWithParagraph(parent: XmlNode, like: XmlNode | undefined): void {
  if (parent.nodeName === 'section' || parent.nodeName === 'w:body') return;
  const last = childrenOf(parent).at(-1);
  if (last && query.isParagraphNode(last)) return;
  xml.modify.appendChild(parent, like ? xml.create.cloneNode(like, true) : xml.create.generalNode('w:p'));
}

/** Replaces nodes with others and links them to their new siblings, in one pass. */
function splice(parent: XmlNode, from: number, count: number, put: readonly XmlNode[]): void {
  const children = [...childrenOf(parent).slice(0, from), ...put, ...childrenOf(parent).slice(from + count)];
  for (const [place, child] of children.entries()) {
    child.parentNode = parent;
    // The engine marks the last child with null.
    child.nextSibling = children[place + 1] ?? (null as unknown as XmlNode);
  }
  parent.childNodes = children;
}
