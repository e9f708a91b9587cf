// Styles for texts that look like formulas: like the style of their cell, but still text after someone edits the cell.

import { childElements, serializeXml } from '../../../../office/xml.ts';
import type { OfficePackage } from '../package/word-package.ts';
import { plainTree } from './workbook.ts';

export class QuotedStyles {
  private readonly pack: OfficePackage;
  private readonly part: string | undefined;
  private readonly added = new Map<string, number>();
  private readonly known: number;

  constructor(pack: OfficePackage, part: string | undefined) {
    this.pack = pack;
    this.part = part;
    this.known = part === undefined ? 0 : this.looks().length;
  }

  quoted(style = '0'): string {
    if (this.known === 0) return style;
    const number = this.added.get(style) ?? this.known + this.added.size;
    this.added.set(style, number);
    return String(number);
  }

  /** The part with the added styles; undefined if none were requested. */
  write(): { part: string; text: string } | undefined {
    if (this.part === undefined || this.added.size === 0) return undefined;
    const cellStyles = this.looks();
    const more = [...this.added.keys()].flatMap((style) => {
      const cellStyle = cellStyles[Number(style)];
      return cellStyle ? [{ ...cellStyle, attributes: new Map(cellStyle.attributes).set('quotePrefix', '1') }] : [];
    });
    const root = plainTree(this.pack, this.part);
    const children = root.children.map((child) =>
      typeof child === 'string' || child.name !== 'cellXfs'
        ? child
        : {
            ...child,
            attributes: new Map(child.attributes).set('count', String(cellStyles.length + more.length)),
            children: [...cellStyles, ...more],
          },
    );
    return { part: this.part, text: serializeXml({ ...root, children }) };
  }

  private looks() {
    if (this.part === undefined) return [];
    const list = childElements(plainTree(this.pack, this.part)).find((element) => element.name === 'cellXfs');
    return list ? childElements(list) : [];
  }
}
