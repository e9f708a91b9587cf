// The drawing part of a sheet, which floats above its cells. The report's images are added, the template's move with
// their rows.
import { escapeXml, serializeXml, type WrittenElement, type XmlElement } from '../../../../office/xml.ts';
import { EMU_PER_MM, type PictureBook } from '../pictures/picture-book.ts';
import type { Columns } from './columns.ts';
import type { CellPicture } from './fill-sheet.ts';

export const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
const SHEET_DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const IMAGE = `${RELATIONS}/image`;

type Refer = (path: string, type: string) => string;

export class DrawingWriter {
  private readonly book: PictureBook;
  private readonly columns: Columns;
  private readonly refer: Refer;

  /** `refer` returns the id by which the drawing refers to an image file. */
  constructor(book: PictureBook, columns: Columns, refer: Refer) {
    this.book = book;
    this.columns = columns;
    this.refer = refer;
  }

  /** The whole part: the template's content and the images of the cells. */
  write(kept: WrittenElement | undefined, pictures: readonly CellPicture[]): string {
    const root = kept ?? {
      name: 'xdr:wsDr',
      attributes: new Map([
        ['xmlns:xdr', SHEET_DRAWING],
        ['xmlns:a', DRAWING],
      ]),
      children: [],
    };
    const text = serializeXml({ ...root, children: [...root.children, '\u0001'] });
    return text.replace('\u0001', () => pictures.map((picture) => this.anchor(picture)).join(''));
  }

  private anchor({ request, box, column, row, x, y }: CellPicture): string {
    const { number, widthMark, heightMark } = this.book.place(request, box);
    const at = this.columns.at(column, x);
    const id = this.refer(this.book.pathOf(request), IMAGE);
    const alt =
      'alt' in request && request.alt !== '' ? ` descr="${escapeXml(request.alt.replace(/\s+/gu, ' '))}"` : '';
    return [
      `<xdr:oneCellAnchor xmlns:xdr="${SHEET_DRAWING}" xmlns:a="${DRAWING}" xmlns:r="${RELATIONS}"><xdr:from>`,
      `<xdr:col>${at.column - 1}</xdr:col><xdr:colOff>${at.offset}</xdr:colOff>`,
      `<xdr:row>${row - 1}</xdr:row><xdr:rowOff>${Math.round(y * EMU_PER_MM)}</xdr:rowOff></xdr:from>`,
      `<xdr:ext cx="${widthMark}" cy="${heightMark}"/><xdr:pic><xdr:nvPicPr>`,
      `<xdr:cNvPr id="${number}" name="Picture ${number}"${alt}/>`,
      '<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>',
      `<xdr:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>`,
      `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${widthMark}" cy="${heightMark}"/></a:xfrm>`,
      '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>',
    ].join('');
  }
}

/** A copy of an element in which `change` may replace each element, from the leaves up; null removes it. */
export function rewritten(
  element: XmlElement,
  change: (element: WrittenElement) => WrittenElement | null,
): WrittenElement | null {
  const children = element.children.flatMap((child): (WrittenElement | string)[] => {
    if (typeof child === 'string') return [child];
    const created = rewritten(child, change);
    return created ? [created] : [];
  });
  return change({ name: element.name, attributes: element.attributes, children });
}
