// The printed widths of a sheet's columns, and the column at a given position.
import type { XmlElement } from '../../../../office/xml.ts';
import { EMU_PER_MM } from '../pictures/picture-book.ts';
import { attribute, within } from './workbook.ts';

const PIXEL = 9_525;
/** Default column width, in pixels. */
const DEFAULT_WIDTH_PX = 64;

export class Columns {
  private readonly given: readonly { from: number; to: number; emu: number }[];
  private readonly usual: number;

  constructor(sheet: XmlElement) {
    const format = sheet.children.find((child) => typeof child !== 'string' && child.name === 'sheetFormatPr');
    const width = typeof format === 'object' ? Number(attribute(format, 'defaultColWidth')) : 0;
    this.usual = (width > 0 ? pixelsOf(width) : DEFAULT_WIDTH_PX) * PIXEL;
    this.given = within(sheet, 'cols').map((column) => ({
      from: Number(attribute(column, 'min')),
      to: Number(attribute(column, 'max')),
      emu: attribute(column, 'hidden') === '1' ? 0 : pixelsOf(Number(attribute(column, 'width') ?? 9)) * PIXEL,
    }));
  }

  /** In millimetres. */
  width(from: number, to = from): number {
    let emu = 0;
    for (let column = from; column <= to; column += 1) emu += this.emu(column);
    return emu / EMU_PER_MM;
  }

  /** The column `right` millimetres to the right of the left edge of `column`, and the offset into it in EMU. */
  at(column: number, right: number): { column: number; offset: number } {
    let left = Math.round(right * EMU_PER_MM);
    let at = column;
    while (left >= this.emu(at) && at < column + 200) {
      left -= this.emu(at);
      at += 1;
    }
    return { column: at, offset: left };
  }

  private emu(column: number): number {
    return this.given.find(({ from, to }) => column >= from && column <= to)?.emu ?? this.usual;
  }
}

/** A column's width is given in digits of the default font, which are 7 pixels wide. */
const pixelsOf = (width: number): number => Math.trunc(((256 * width + Math.trunc(128 / 7)) / 256) * 7);
