// Opens the parts of a workbook that matter for filling: its sheets, the shared strings, and cell styles.

import { type Area, readArea } from '../../../../office/cell-names.ts';
import { childElements, type XmlElement } from '../../../../office/xml.ts';
import { TemplateRefused } from '../package/refused.ts';
import { relatedTo } from '../package/relations.ts';
import type { OfficePackage } from '../package/word-package.ts';

export type Sheet = {
  name: string;
  part: string;
  tree: XmlElement;
  /** Where pivot tables show their result. */
  pivots: readonly Area[];
};

/** The formatting of a cell, as far as filling needs it. */
export type CellStyle = { format: number; wraps: boolean };

export type Workbook = {
  sheets: readonly Sheet[];
  /** The shared strings: `si` elements. */
  texts: readonly XmlElement[];
  looks: readonly CellStyle[];
  stylesPart: string | undefined;
  /** Days between the 1900 and the 1904 date system; 0 if the workbook uses 1900. */
  dayShift: number;
};

export function readWorkbook(pack: OfficePackage): Workbook {
  const main = plainTree(pack, pack.main);
  const related = relatedTo(pack.trees, pack.main);
  const partOf = (kind: string): string | undefined => related.find((one) => one.kind === kind)?.part;
  const texts = partOf('sharedStrings');
  const stylesPart = partOf('styles');
  const sheets = within(main, 'sheets').flatMap((sheet): Sheet[] => {
    const id = attribute(sheet, 'r:id') ?? [...sheet.attributes].find(([name]) => name.endsWith(':id'))?.[1];
    const part = related.find((one) => one.id === id && one.kind === 'worksheet')?.part;
    if (part === undefined) return [];
    return [{ name: attribute(sheet, 'name') ?? '', part, tree: plainTree(pack, part), pivots: pivotsOf(pack, part) }];
  });
  const properties = childElements(main).find((element) => element.name === 'workbookPr');
  return {
    sheets,
    texts: texts === undefined ? [] : childElements(plainTree(pack, texts)),
    looks: stylesPart === undefined ? [] : cellStylesOf(plainTree(pack, stylesPart)),
    stylesPart,
    dayShift: /^(?:1|true)$/u.test(properties?.attributes.get('date1904') ?? '') ? 1_462 : 0,
  };
}

function pivotsOf(pack: OfficePackage, sheetPart: string): Area[] {
  return relatedTo(pack.trees, sheetPart).flatMap(({ kind, part }) => {
    if (kind !== 'pivotTable' || !pack.trees.has(part)) return [];
    const location = childElements(plainTree(pack, part)).find(({ name }) => name === 'location');
    return readArea(location?.attributes.get('ref') ?? '') ?? [];
  });
}

/** A part with the prefix of its own namespace removed: some programs write `x:row` where others write `row`. */
export function plainTree({ trees }: OfficePackage, part: string): XmlElement {
  const tree = trees.get(part);
  if (!tree) throw new TemplateRefused('damaged', part);
  const prefix = tree.name.includes(':') ? tree.name.split(':')[0] : undefined;
  return prefix === undefined ? tree : withoutPrefix(tree, `${prefix}:`, undefined);
}

function withoutPrefix(element: XmlElement, prefix: string, parent: XmlElement | undefined): XmlElement {
  const plain: XmlElement = {
    name: element.name.startsWith(prefix) ? element.name.slice(prefix.length) : element.name,
    attributes: new Map(
      [...element.attributes].map(([name, value]) => [name === `xmlns:${prefix.slice(0, -1)}` ? 'xmlns' : name, value]),
    ),
    parent,
    children: [],
  };
  for (const child of element.children) {
    plain.children.push(typeof child === 'string' ? child : withoutPrefix(child, prefix, plain));
  }
  return plain;
}

/** Formats that some programs write with a number of their own, by their code; LibreOffice does so for General. */
const BUILT_IN_FORMATS: Readonly<Record<string, number>> = { general: 0, '@': 49 };

function cellStylesOf(styles: XmlElement): CellStyle[] {
  const known = new Map(
    within(styles, 'numFmts').map((format) => [
      Number(attribute(format, 'numFmtId')),
      BUILT_IN_FORMATS[attribute(format, 'formatCode')?.toLowerCase() ?? ''],
    ]),
  );
  return within(styles, 'cellXfs').map((cellStyle) => {
    const alignment = childElements(cellStyle).find((element) => element.name === 'alignment');
    const format = Number(attribute(cellStyle, 'numFmtId') ?? 0);
    return {
      format: known.get(format) ?? format,
      wraps: /^(?:1|true)$/u.test(alignment?.attributes.get('wrapText') ?? ''),
    };
  });
}

export const attribute = (element: XmlElement, name: string): string | undefined => element.attributes.get(name);

/** The children of the first child with that name. */
export function within(element: XmlElement, name: string): XmlElement[] {
  const found = childElements(element).find((one) => one.name === name);
  return found ? childElements(found) : [];
}

export const ownText = (element: XmlElement): string =>
  element.children.filter((child) => typeof child === 'string').join('');
