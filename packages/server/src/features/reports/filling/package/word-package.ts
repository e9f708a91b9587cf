// Opens an uploaded Word or Excel file as a set of checked parts: its type, the parts with text, and nothing that runs
// code, embeds objects or links to external content. Our own templates are checked like hostile files.
import { posix } from 'node:path';
import { OfficeFileError } from '../../../../office/office-file-error.ts';
import { CHART_DATA_LIMITS, isChartData, readZip, TEMPLATE_LIMITS } from '../../../../office/office-zip.ts';
import {
  childElements,
  elementBudget,
  parseXml,
  serializeXml,
  walk,
  type XmlElement,
  xmlText,
} from '../../../../office/xml.ts';
import { TemplateRefused } from './refused.ts';
import { readRelations, relatedTo, relationsOf, sourceOf, targetOf } from './relations.ts';

export type FileType = 'docx' | 'xlsx';

export type OfficePackage = {
  type: FileType;
  /** Every part by name, with external references removed. */
  files: Map<string, Buffer>;
  main: string;
  /** Parts of a Word file in which placeholders are filled: the document, headers and footers. */
  filled: readonly string[];
  /** Parts with text in which placeholders are not filled: notes, comments. */
  unfilled: readonly string[];
  trees: ReadonlyMap<string, XmlElement>;
  /** The charts of a Word file that keep their data in an embedded workbook. */
  charts: readonly Chart[];
};

export type Chart = {
  /** The name of the part that draws it. */
  part: string;
  /** The name of its workbook. */
  dataPart: string;
  data: OfficePackage;
};

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
export const TYPES = '[Content_Types].xml';
/** Namespaces of the "Strict" variant of the formats, which many programs do not read. */
const STRICT = 'http://purl.oclc.org/ooxml/';
const WORD_MAIN =
  /application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.(?:document|template)\.main\+xml/u;
const SHEET_MAIN = /application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)\.main\+xml/u;
const TEMPLATE_TYPES: Readonly<Record<string, string>> = {
  'wordprocessingml.template.main+xml': 'wordprocessingml.document.main+xml',
  'spreadsheetml.template.main+xml': 'spreadsheetml.sheet.main+xml',
};
const MACROS = /macroEnabled|vbaProject|activeX|macrosheet|intlMacrosheet|dialogsheet/iu;
/** A way to write a link to a page, an address or a file; links that run something have other schemes. */
const INERT_LINK = /^(?:(?:https?|mailto|tel|ftp|file):|(?![a-z][a-z\d+.-]+:))/iu;
/** Links of `settings.xml` to files on the author's own computer, which are removed. */
const OWN_SOURCE = /\/(?:attachedTemplate|mailMergeSource|mailMergeHeaderSource)$/u;
/** Parts that would run, open or fetch something when the document or its PDF is created. */
const FORBIDDEN_RELATION =
  /\/(?:aFChunk|subDocument|oleObject|control|frame|package|vbaProject|attachedToolbars|connections|queryTable|externalLink|xmlMaps)$/u;
const FETCHING_FIELD = /\b(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|DDEAUTO|DDE|LINK|DATABASE|MACROBUTTON|RD)\b/u;

/** Formula content that could fetch or start something when the workbook is opened or converted to PDF. */
const FETCHING_FORMULA = /\b(?:WEBSERVICE|RTD|DDE|IMAGE|CALL|REGISTER(?:\.ID)?|EXEC|SQL\.REQUEST)\s*\(|\|\s*'/iu;

/** Bytes of XML in all parts: parsing is synchronous, and no template needs more. */
const MAX_TEXT_LENGTH = 16 * 1_048_576;

/** Throws `TemplateRefused`. */
export async function openOfficePackage(bytes: Buffer): Promise<OfficePackage> {
  try {
    return await openChecked(bytes);
  } catch (error) {
    throw error instanceof OfficeFileError ? refusalOf(error) : error;
  }
}

function refusalOf({ reason, part }: OfficeFileError): TemplateRefused {
  if (reason === 'nested' && /vbaProject/iu.test(part)) return new TemplateRefused('macros', part);
  if (reason === 'too_many_columns') return new TemplateRefused('damaged', part);
  return new TemplateRefused(reason === 'not_office' ? 'not_word' : reason, part);
}

async function openChecked(bytes: Buffer, limits = TEMPLATE_LIMITS): Promise<OfficePackage> {
  const files = await readZip(bytes, limits);
  // Other archives, such as documents of LibreOffice, are not damaged.
  if (!files.has(TYPES)) throw new TemplateRefused('not_word');
  const trees = new Map<string, XmlElement>();
  const budget = elementBudget();
  let text = 0;
  for (const [name, content] of files) {
    if (!/\.(?:xml|rels|vml)$/iu.test(name)) continue;
    text += content.length;
    if (text > MAX_TEXT_LENGTH) throw new TemplateRefused('unpacks_too_large', name);
    const written = xmlText(content, name);
    // Excel itself writes the line breaks of notes as in HTML.
    trees.set(name, parseXml(name.endsWith('.vml') ? written.replace(/<br\s*>/giu, '<br/>') : written, name, budget));
  }
  const types = files.get(TYPES)?.toString('utf8') ?? '';
  if (MACROS.test(types)) throw new TemplateRefused('macros');
  const main = mainPart(trees);
  if (!main && files.get('_rels/.rels')?.includes(STRICT)) throw new TemplateRefused('strict');
  if (!main || !trees.has(main)) throw new TemplateRefused('not_word');
  dropOwnParts(files, trees);
  asDocument(files, trees);
  if (SHEET_MAIN.test(types)) return openSheets(files, trees, main);
  if (!WORD_MAIN.test(types) || trees.get(main)?.name !== 'w:document') throw new TemplateRefused('not_word');
  refuseOutside(files, trees);
  for (const [name, tree] of trees) refuseFetchingFields(name, tree);
  clean(files, main);
  const parts = (kinds: readonly string[]) => relatedParts(trees, main, kinds);
  const filled = [main, ...parts(['header', 'footer'])];
  for (const name of filled) prepareControls(trees.get(name));
  const unfilled = parts(['footnotes', 'endnotes', 'comments', 'chart']);
  return { type: 'docx', files, main, filled, unfilled, trees, charts: await openCharts(files, trees) };
}

/** More charts than any report shows; each has a workbook to open. */
const MAX_CHARTS = 50;

/** Throws if a workbook in the file is not the data of a chart. */
async function openCharts(
  files: ReadonlyMap<string, Buffer>,
  trees: ReadonlyMap<string, XmlElement>,
): Promise<Chart[]> {
  const charts: Chart[] = [];
  for (const [part, tree] of trees) {
    if (!tree.name.endsWith(':chartSpace')) continue;
    const dataPart = relatedTo(trees, part).find((one) => one.kind === 'package')?.part;
    const bytes = dataPart === undefined ? undefined : files.get(dataPart);
    if (dataPart === undefined || !bytes) continue;
    if (charts.length === MAX_CHARTS) throw new TemplateRefused('too_many_entries', part);
    const data = await openChecked(bytes, CHART_DATA_LIMITS).catch((error: unknown) => {
      if (error instanceof TemplateRefused) throw new TemplateRefused(error.reason, dataPart);
      throw error instanceof OfficeFileError ? new OfficeFileError(error.reason, dataPart) : error;
    });
    if (data.type !== 'xlsx') throw new TemplateRefused('nested', dataPart);
    charts.push({ part, dataPart, data });
  }
  const known = new Set(charts.map((chart) => chart.dataPart));
  for (const name of files.keys()) if (isChartData(name) && !known.has(name)) throw new TemplateRefused('nested', name);
  return charts;
}

function openSheets(files: Map<string, Buffer>, trees: Map<string, XmlElement>, main: string): OfficePackage {
  refuseOutside(files, trees);
  for (const [name, tree] of trees) refuseFetchingFormulas(name, tree);
  return { type: 'xlsx', files, main, filled: [], unfilled: [], trees, charts: [] };
}

/**
 * Removes parts that only the author's computer can use: settings of its printers, and what extensions of Excel stored
 * in the sheets.
 */
function dropOwnParts(files: Map<string, Buffer>, trees: Map<string, XmlElement>): void {
  for (const name of [...files.keys()]) {
    if (/(?:printerSettings|customProperty)[^/]*\.bin$/iu.test(name)) files.delete(name);
  }
  for (const [name, tree] of trees) {
    if (!name.endsWith('.rels')) continue;
    const isOwn = (child: XmlElement): boolean =>
      /\/(?:printerSettings|customProperty)$/u.test(child.attributes.get('Type') ?? '');
    const dropped = new Set(childElements(tree).filter(isOwn));
    if (dropped.size === 0) continue;
    const rewrite = (part: string, changed: XmlElement): void => {
      trees.set(part, changed);
      files.set(part, Buffer.from(serializeXml(changed)));
    };
    const kept = tree.children.filter((child) => typeof child === 'string' || !dropped.has(child));
    rewrite(name, { ...tree, children: kept });
    const source = trees.get(sourceOf(name));
    if (!source) continue;
    const ids = new Set([...dropped].map((child) => child.attributes.get('Id') ?? ''));
    for (const element of [...walk(source)]) if (ids.has(element.attributes.get('r:id') ?? '')) dropReference(element);
    rewrite(sourceOf(name), source);
  }
}

/**
 * Turns a template of Word or Excel (.dotx, .xltx) into a document, which otherwise does not open under the name of one,
 * and removes the types of parts that are not there.
 */
function asDocument(files: Map<string, Buffer>, trees: Map<string, XmlElement>): void {
  const types = trees.get(TYPES);
  if (!types) return;
  const names = new Set([...files.keys()].map((name) => `/${name.toLowerCase()}`));
  const children = childElements(types).flatMap((child) => {
    const part = child.attributes.get('PartName');
    if (part !== undefined && !names.has(part.toLowerCase())) return [];
    const type = child.attributes.get('ContentType') ?? '';
    const [template, plain] = Object.entries(TEMPLATE_TYPES).find(([one]) => type.endsWith(one)) ?? [];
    if (template === undefined || plain === undefined) return [child];
    const attributes = new Map(child.attributes).set('ContentType', type.replace(template, plain));
    return [{ ...child, attributes }];
  });
  const changed = { ...types, children };
  trees.set(TYPES, changed);
  files.set(TYPES, Buffer.from(serializeXml(changed)));
}

/** Removes the reference to a dropped part from its sheet or document. */
function dropReference(element: XmlElement): void {
  // The page setup is kept without the printer.
  const isSetup = element.name.endsWith('pageSetup');
  const unwanted = element.name.endsWith('customPr') ? element.parent : element;
  const siblings = unwanted?.parent?.children;
  if (!unwanted || !siblings?.includes(unwanted)) return;
  const attributes = new Map([...element.attributes].filter(([name]) => name !== 'r:id'));
  siblings.splice(siblings.indexOf(unwanted), 1, ...(isSetup ? [{ ...element, attributes }] : []));
}

const FORMULAS = new Set(['f', 'formula', 'formula1', 'formula2', 'definedName']);

function refuseFetchingFormulas(part: string, tree: XmlElement): void {
  for (const { name, children } of walk(tree)) {
    if (!FORMULAS.has(name.split(':').at(-1) ?? '')) continue;
    // Ignores text in quotes.
    const formula = children
      .filter((child) => typeof child === 'string')
      .join('')
      .replace(/"(?:[^"]|"")*"/gu, '""');
    if (FETCHING_FORMULA.test(formula)) throw new TemplateRefused('external_content', part);
  }
}

function mainPart(trees: ReadonlyMap<string, XmlElement>): string | undefined {
  const relation = relationsOf(trees, '').find((one) => one.type === `${RELATIONS}officeDocument`);
  return relation?.target.replace(/^\//u, '');
}

function relatedParts(trees: ReadonlyMap<string, XmlElement>, main: string, kinds: readonly string[]): string[] {
  const requested = kinds.map((kind) => `${RELATIONS}${kind}`);
  const parts = relationsOf(trees, main)
    .filter((one) => requested.includes(one.type) && !one.external)
    .map((one) => targetOf(main, one.target));
  for (const part of parts) if (!trees.has(part)) throw new TemplateRefused('damaged', part);
  return [...new Set(parts)];
}

function refuseOutside(files: ReadonlyMap<string, Buffer>, trees: ReadonlyMap<string, XmlElement>): void {
  for (const name of files.keys()) if (/vbaProject|\.bin$/iu.test(name)) throw new TemplateRefused('macros', name);
  for (const [name, tree] of trees) {
    if (!name.endsWith('.rels')) continue;
    for (const relation of readRelations(tree)) {
      const isData = relation.type.endsWith('/package') && /(?:^|\/)charts\/_rels\//u.test(name) && !relation.external;
      if (isData && isChartData(targetOf(sourceOf(name), relation.target))) continue;
      if (FORBIDDEN_RELATION.test(relation.type)) throw new TemplateRefused('external_content', name);
      if (!relation.external || OWN_SOURCE.test(relation.type)) continue;
      const link = relation.type.endsWith('/hyperlink') && INERT_LINK.test(relation.target);
      if (!link) throw new TemplateRefused('external_content', name);
    }
  }
}

function refuseFetchingFields(name: string, tree: XmlElement): void {
  let instruction = '';
  for (const element of walk(tree)) {
    if (element.name === 'w:p') instruction = '';
    // Field instructions may be split into several runs.
    if (element.name === 'w:instrText')
      instruction += element.children.filter((child) => typeof child === 'string').join('');
    const simple = element.name === 'w:fldSimple' ? (element.attributes.get('w:instr') ?? '') : '';
    if (FETCHING_FIELD.test(instruction) || FETCHING_FIELD.test(simple))
      throw new TemplateRefused('external_content', name);
  }
}

/**
 * Prepares the content controls with placeholders. Word shows the bound property of the document, such as its title on a
 * cover page, in place of what a control contains, so the binding is removed. Lists in a control take its place: they
 * repeat paragraphs and rows, which must not be in a control of their own. Google Docs writes many such controls.
 */
function prepareControls(tree: XmlElement | undefined): void {
  if (!tree) return;
  for (const control of [...walk(tree)].filter(({ name }) => name === 'w:sdt')) {
    const text = [...walk(control)].flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
    if (/\{\s*[#/]/u.test(text.join(''))) unwrap(control);
    else if (text.some((one) => one.includes('{'))) dropBinding(control);
  }
}

function unwrap(control: XmlElement): void {
  const siblings = control.parent?.children;
  const content = childElements(control).find(({ name }) => name === 'w:sdtContent');
  if (!siblings || !content) return;
  for (const child of childElements(content)) Object.assign(child, { parent: control.parent });
  siblings.splice(siblings.indexOf(control), 1, ...content.children);
}

function dropBinding(control: XmlElement): void {
  for (const { name, children } of childElements(control)) {
    const at = children.findIndex((child) => typeof child !== 'string' && /^w(?:15)?:dataBinding$/u.test(child.name));
    if (name === 'w:sdtPr' && at >= 0) children.splice(at, 1);
  }
}

/** Removes the paths to the author's own Word template and list of recipients. */
function clean(files: Map<string, Buffer>, main: string): void {
  const rewrite = (name: string, change: (text: string) => string): void => {
    const bytes = files.get(name);
    if (bytes) files.set(name, Buffer.from(change(bytes.toString('utf8'))));
  };
  const folder = posix.dirname(main);
  rewrite(`${folder}/_rels/settings.xml.rels`, (text) =>
    text.replace(/<Relationship\b[^>]*\/(?:attachedTemplate|mailMergeSource|mailMergeHeaderSource)"[^>]*>/gu, ''),
  );
  rewrite(`${folder}/settings.xml`, (text) =>
    text.replace(/<w:attachedTemplate\b[^>]*\/>|<w:mailMerge>[\s\S]*?<\/w:mailMerge>/gu, ''),
  );
  const relations = `${folder}/_rels/${posix.basename(main)}.rels`;
  rewrite(relations, (text) => text.replaceAll(`Target="/${folder}/`, 'Target="'));
}
