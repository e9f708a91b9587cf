// A small language for the built-in templates: paragraphs, runs, tables and cells as WordprocessingML. Measures are in
// millimetres and points, as in page layout.
import { escapeXml } from '../../../office/xml.ts';

/** The program's colours, for print. */
export const INK = { text: '1F1C18', quiet: '6D665D', brand: '0E4B59', line: 'D9D4CB', ground: 'F1F5F6' } as const;

/** Converts millimetres to twentieths of a point, Word's unit. */
export const twips = (millimetres: number): number => Math.round((millimetres / 25.4) * 1440);

export type RunStyle = { bold?: boolean; size?: number; colour?: string };

export function run(text: string, { bold, size, colour }: RunStyle = {}): string {
  const look = [
    bold ? '<w:b/>' : '',
    colour ? `<w:color w:val="${colour}"/>` : '',
    size ? `<w:sz w:val="${size * 2}"/><w:szCs w:val="${size * 2}"/>` : '',
  ].join('');
  return `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

export const tab = '<w:r><w:tab/></w:r>';

/** A field such as PAGE. */
export function field(name: 'PAGE' | 'NUMPAGES', { size, colour }: RunStyle = {}): string {
  const look = `<w:rPr>${colour ? `<w:color w:val="${colour}"/>` : ''}${size ? `<w:sz w:val="${size * 2}"/>` : ''}</w:rPr>`;
  const part = (inside: string) => `<w:r>${look}${inside}</w:r>`;
  return [
    part('<w:fldChar w:fldCharType="begin"/>'),
    part(`<w:instrText xml:space="preserve"> ${name} </w:instrText>`),
    part('<w:fldChar w:fldCharType="separate"/>'),
    part('<w:t>1</w:t>'),
    part('<w:fldChar w:fldCharType="end"/>'),
  ].join('');
}

export type ParagraphStyle = {
  style?: string;
  align?: 'left' | 'center' | 'right';
  /** In points. */
  before?: number;
  after?: number;
  keepNext?: boolean;
  newPage?: boolean;
  /** Tab stops in millimetres; a negative one is right-aligned. */
  tabs?: readonly number[];
  /** The indent of lines after the first, in millimetres. */
  hanging?: number;
};

export function paragraph(content: string | readonly string[] = '', look: ParagraphStyle = {}): string {
  const { style, align, before, after, keepNext, newPage, tabs, hanging } = look;
  const stops = (tabs ?? []).map(
    (at) => `<w:tab w:val="${at < 0 ? 'right' : 'left'}" w:pos="${twips(Math.abs(at))}"/>`,
  );
  const spacing =
    before === undefined && after === undefined
      ? ''
      : `<w:spacing${before === undefined ? '' : ` w:before="${before * 20}"`}${after === undefined ? '' : ` w:after="${after * 20}"`}/>`;
  const inside = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    keepNext ? '<w:keepNext/>' : '',
    newPage ? '<w:pageBreakBefore/>' : '',
    stops.length > 0 ? `<w:tabs>${stops.join('')}</w:tabs>` : '',
    spacing,
    hanging === undefined ? '' : `<w:ind w:left="${twips(hanging)}" w:hanging="${twips(hanging)}"/>`,
    align ? `<w:jc w:val="${align}"/>` : '',
  ].join('');
  const runs = typeof content === 'string' ? content : content.join('');
  return `<w:p>${inside && `<w:pPr>${inside}</w:pPr>`}${runs}</w:p>`;
}

/**
 * A placeholder alone in its paragraph: the start or end of a list or condition over paragraphs. Leaves nothing behind.
 */
export const end = (tag: string): string => paragraph(run(tag));

/** Paragraphs that appear only if there is a value. */
export const when = (name: string, ...content: readonly string[]): string =>
  [end(`{#${name}}`), ...content, end(`{/${name}}`)].join('');

export type MarkupCellStyle = {
  /** Draws a line below the cell. */
  line?: boolean;
  fill?: string;
  middle?: boolean;
  span?: number;
};

export type Cell = { content: string; look?: MarkupCellStyle };

export const cell = (content: string, look: MarkupCellStyle = {}): Cell => ({ content, look });

export type TableStyle = {
  /** Column widths in millimetres. */
  columns: readonly number[];
  /** Left and right padding of cells, in millimetres. */
  inset?: number;
};

export type Row = { cells: readonly Cell[]; header?: boolean };

export function table({ columns, inset = 1.5 }: TableStyle, rows: readonly Row[]): string {
  const width = twips(columns.reduce((sum, one) => sum + one, 0));
  const side = (name: string, space: number) => `<w:${name} w:w="${twips(space)}" w:type="dxa"/>`;
  const margins = side('top', 0.8) + side('left', inset) + side('bottom', 0.8) + side('right', inset);
  const grid = columns.map((column) => `<w:gridCol w:w="${twips(column)}"/>`).join('');
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblLayout w:type="fixed"/>`,
    `<w:tblCellMar>${margins}</w:tblCellMar></w:tblPr><w:tblGrid>${grid}</w:tblGrid>`,
    ...rows.map((row) => rowXml(row, columns)),
    '</w:tbl>',
  ].join('');
}

function rowXml({ cells, header }: Row, columns: readonly number[]): string {
  let column = 0;
  const written = cells.map(({ content, look = {} }) => {
    const span = look.span ?? 1;
    const width = columns.slice(column, column + span).reduce((sum, one) => sum + one, 0);
    column += span;
    return cellXml(content, look, width);
  });
  return `<w:tr><w:trPr><w:cantSplit/>${header ? '<w:tblHeader/>' : ''}</w:trPr>${written.join('')}</w:tr>`;
}

function cellXml(content: string, { line, fill, middle, span }: MarkupCellStyle, width: number): string {
  const look = [
    `<w:tcW w:w="${twips(width)}" w:type="dxa"/>`,
    span ? `<w:gridSpan w:val="${span}"/>` : '',
    line ? `<w:tcBorders><w:bottom w:val="single" w:sz="4" w:space="0" w:color="${INK.line}"/></w:tcBorders>` : '',
    fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : '',
    middle ? '<w:vAlign w:val="center"/>' : '',
  ].join('');
  return `<w:tc><w:tcPr>${look}</w:tcPr>${content}</w:tc>`;
}

/** A little space, which also keeps two tables apart. */
export const gap = (points = 4): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${points * 20}" w:lineRule="exact"/></w:pPr></w:p>`;
