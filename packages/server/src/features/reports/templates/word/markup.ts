// Writes the model of a built-in template as WordprocessingML with placeholders.
import { escapeXml } from '../../../../office/xml.ts';
import {
  type Block,
  CELL_INSET,
  type Cell,
  INK,
  type Inline,
  type ParagraphStyle,
  type Row,
  type RowItem,
  type RunStyle,
} from '../layouts/document.ts';

/** Converts millimetres to twentieths of a point, Word's unit. */
export const twips = (millimetres: number): number => Math.round((millimetres / 25.4) * 1440);

export const blocksXml = (blocks: readonly Block[]): string => blocks.map(blockXml).join('');

function blockXml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraphXml(block.inlines.map(inlineXml).join(''), block.look);
    case 'gap':
      return `<w:p><w:pPr>${block.keepNext ? '<w:keepNext/>' : ''}${block.newPage ? '<w:pageBreakBefore/>' : ''}<w:spacing w:before="0" w:after="0" w:line="${block.points * 20}" w:lineRule="exact"/></w:pPr></w:p>`;
    case 'contents':
      return '';
    case 'table':
      return tableXml(block);
    case 'section':
      return `${opening(block.tag)}${blocksXml(block.content)}${closing(block.tag)}`;
  }
}

/** A placeholder alone in its paragraph, which is removed when the template is filled. */
const tagXml = (tag: string): string => `<w:p><w:r><w:t>{${escapeXml(tag)}}</w:t></w:r></w:p>`;

const opening = (tag: string): string => tagXml(`#${tag}`);
/** Settings are written only where a section starts. */
const closing = (tag: string): string => tagXml(`/${tag.replace(/ \[.*/u, '')}`);

function inlineXml(inline: Inline): string {
  if (inline.kind === 'tab') return '<w:r><w:tab/></w:r>';
  const look = runProperties(inline);
  if (inline.kind === 'text') return `<w:r>${look}<w:t xml:space="preserve">${escapeXml(inline.text)}</w:t></w:r>`;
  const part = (inside: string) => `<w:r>${look}${inside}</w:r>`;
  return [
    part('<w:fldChar w:fldCharType="begin"/>'),
    part(`<w:instrText xml:space="preserve"> ${inline.field} </w:instrText>`),
    part('<w:fldChar w:fldCharType="separate"/>'),
    part('<w:t>1</w:t>'),
    part('<w:fldChar w:fldCharType="end"/>'),
  ].join('');
}

function runProperties({ bold, size, colour }: RunStyle): string {
  const look = [
    bold ? '<w:b/>' : '',
    colour ? `<w:color w:val="${colour}"/>` : '',
    size ? `<w:sz w:val="${size * 2}"/><w:szCs w:val="${size * 2}"/>` : '',
  ].join('');
  return look && `<w:rPr>${look}</w:rPr>`;
}

function paragraphXml(runs: string, look: ParagraphStyle): string {
  const { style, align, before, after, keepNext, newPage, tabs, hanging } = look;
  const stops = (tabs ?? []).map(
    (at) => `<w:tab w:val="${at < 0 ? 'right' : 'left'}" w:pos="${twips(Math.abs(at))}"/>`,
  );
  const spacing = [
    before === undefined ? '' : ` w:before="${before * 20}"`,
    after === undefined ? '' : ` w:after="${after * 20}"`,
  ].join('');
  const inside = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    keepNext ? '<w:keepNext/>' : '',
    newPage ? '<w:pageBreakBefore/>' : '',
    stops.length > 0 ? `<w:tabs>${stops.join('')}</w:tabs>` : '',
    spacing && `<w:spacing${spacing}/>`,
    hanging === undefined ? '' : `<w:ind w:left="${twips(hanging)}" w:hanging="${twips(hanging)}"/>`,
    align ? `<w:jc w:val="${align}"/>` : '',
  ].join('');
  return `<w:p>${inside && `<w:pPr>${inside}</w:pPr>`}${runs}</w:p>`;
}

function tableXml({ columns, inset, rows }: Extract<Block, { kind: 'table' }>): string {
  const width = twips(columns.reduce((sum, one) => sum + one, 0));
  const side = (name: string, space: number) => `<w:${name} w:w="${twips(space)}" w:type="dxa"/>`;
  const margins = side('top', CELL_INSET) + side('left', inset) + side('bottom', CELL_INSET) + side('right', inset);
  const grid = columns.map((column) => `<w:gridCol w:w="${twips(column)}"/>`).join('');
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblLayout w:type="fixed"/>`,
    `<w:tblCellMar>${margins}</w:tblCellMar></w:tblPr><w:tblGrid>${grid}</w:tblGrid>`,
    rowsXml(rows, columns, '', ''),
    '</w:tbl>',
  ].join('');
}

/** `before` and `after`: placeholders of the enclosing sections, for the first and the last cell. */
function rowsXml(rows: readonly RowItem[], columns: readonly number[], before: string, after: string): string {
  return rows
    .map((item, at) => {
      const first = at === 0 ? before : '';
      const last = at === rows.length - 1 ? after : '';
      if (item.kind === 'row') return rowXml(item, columns, first, last);
      const { tag, content } = item;
      return rowsXml(content, columns, first + opening(tag), closing(tag) + last);
    })
    .join('');
}

function rowXml({ cells, header }: Row, columns: readonly number[], before: string, after: string): string {
  let column = 0;
  const written = cells.map((cell, at) => {
    const span = cell.look.span ?? 1;
    const width = columns.slice(column, column + span).reduce((sum, one) => sum + one, 0);
    column += span;
    const content = `${at === 0 ? before : ''}${blocksXml(cell.content)}${at === cells.length - 1 ? after : ''}`;
    return cellXml(content, cell.look, width);
  });
  return `<w:tr><w:trPr><w:cantSplit/>${header ? '<w:tblHeader/>' : ''}</w:trPr>${written.join('')}</w:tr>`;
}

function cellXml(content: string, { line, fill, middle, span }: Cell['look'], width: number): string {
  const look = [
    `<w:tcW w:w="${twips(width)}" w:type="dxa"/>`,
    span ? `<w:gridSpan w:val="${span}"/>` : '',
    line ? `<w:tcBorders><w:bottom w:val="single" w:sz="4" w:space="0" w:color="${INK.line}"/></w:tcBorders>` : '',
    fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : '',
    middle ? '<w:vAlign w:val="center"/>' : '',
  ].join('');
  return `<w:tc><w:tcPr>${look}</w:tcPr>${content}</w:tc>`;
}
