// Fills a template with a report and streams the Word or Excel file: first texts and lists, then one image after the
// other straight into the zip, so that many images take no more memory than a few.
import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import type { TemplateProblem } from '@plumbline/core/features/reports/template-problem';
import {
  DelimiterSearcher,
  Delimiters,
  officeMarkup,
  ScopeData,
  type Tag,
  TagParser,
  TagPlacement,
  TemplateCompiler,
  type TemplateContext,
  TemplatePlugin,
  type XmlNode,
  xml,
} from 'easy-template-x';
import { writeZip, type ZipPart } from '../../../office/zip-write.ts';
import { inOrder } from '../../../platform/concurrency/in-order.ts';
import { escapeBraces } from './braces.ts';
import { fillCharts } from './charts/fill-charts.ts';
import { engineTree, PartWriter } from './engine-tree.ts';
import { type Content, Filling, SECTION, TEXT } from './filling.ts';
import { withTypes } from './package/content-types.ts';
import { PartRelations } from './package/part-relations.ts';
import { relationsName } from './package/relations.ts';
import { type OfficePackage, openOfficePackage, TYPES } from './package/word-package.ts';
import { PicturePlugin } from './picture-plugin.ts';
import { type BookedPicture, PictureBook } from './pictures/picture-book.ts';
import type { Printed } from './pictures/print-picture.ts';
import { type PictureRequest, printRequest } from './pictures/print-requested.ts';
import { SectionPlugin } from './section-plugin.ts';
import { type FilledParts, fillWorkbook } from './sheets/fill-workbook.ts';
import { checkPackage } from './tags/check-template.ts';
import type { Formats } from './tags/formats.ts';

/** Writes a value as text, with its line breaks and tabs, in the style of its placeholder. */
class TextPlugin extends TemplatePlugin {
  readonly contentType: string = TEXT;
  private readonly filling: Filling;

  constructor(filling: Filling) {
    super();
    this.filling = filling;
  }

  override simpleTagReplacements(tag: Tag, _data: ScopeData): void {
    const content: Content = this.filling.contentOf(tag);
    if (content._type === TEXT) writeText(tag, escapeBraces(content.value));
  }
}

function writeText(tag: Tag, text: string): void {
  if (tag.placement === TagPlacement.Attribute) {
    const { attributes } = tag.xmlNode;
    const written = attributes?.[tag.attributeName];
    // A function, so that `$&` in a value is not a replacement pattern.
    if (attributes && written !== undefined) attributes[tag.attributeName] = written.replace(tag.rawText, () => text);
    return;
  }
  const node = officeMarkup.query.containingTextNode(tag.xmlTextNode);
  const prefix = node.nodeName.split(':')[0] ?? 'w';
  if (text === '') officeMarkup.modify.removeTag(tag);
  else if (prefix !== 'w' || !/[\n\t]/u.test(text)) {
    tag.xmlTextNode.textContent = text.replace(/[\n\t]+/gu, ' ');
    officeMarkup.modify.setSpacePreserveAttribute(node);
  } else {
    for (const piece of text.split(/([\n\t])/u)) if (piece !== '') xml.modify.insertBefore(nodeOf(piece), node);
    xml.modify.remove(node);
  }
}

function nodeOf(piece: string): XmlNode {
  if (piece === '\n') return xml.create.generalNode('w:br');
  if (piece === '\t') return xml.create.generalNode('w:tab');
  return xml.create.generalNode('w:t', {
    attributes: { 'xml:space': 'preserve' },
    childNodes: [xml.create.textNode(piece)],
  });
}

export type FillOptions = {
  formats: Formats;
  /** JPEG, PNG or WebP bytes; undefined if the image is gone: an empty frame then takes its place. */
  pictureBytes(request: PictureRequest): Promise<Buffer | undefined>;
  /** Returns the image file `name` of an earlier attempt, or renders it. */
  kept?: (name: string, print: () => Promise<Printed>) => Promise<Printed>;
  /** 0 to 1, after each step; may throw to stop. */
  onProgress?: (share: number) => Promise<void> | void;
  signal?: AbortSignal;
};

/** The template cannot be filled; no file was created. */
export class TemplateInvalid extends Error {
  readonly problems: readonly TemplateProblem[];
  constructor(problems: readonly TemplateProblem[]) {
    super(`the template cannot be filled: ${problems.map((problem) => `${problem.code} ${problem.tag}`).join(', ')}`);
    this.name = 'TemplateInvalid';
    this.problems = problems;
  }
}

/** Kinds of parts that filling adds; a template without any reference to a part need not name the type of those. */
const ADDED_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  rels: 'application/vnd.openxmlformats-package.relationships+xml',
};

/** The share of the work spent on text; images take the rest. */
const TEXT_SHARE = 0.15;
const MAX_DEPTH = 250;

/** Yields the bytes of the filled file. Throws TemplateRefused or TemplateInvalid before the first. */
export async function* fillTemplate(template: Buffer, data: ReportData, options: FillOptions): AsyncGenerator<Buffer> {
  const pack = await openOfficePackage(template);
  const problems = checkPackage(pack);
  if (problems.length > 0) throw new TemplateInvalid(problems);
  const book = new PictureBook(`s${randomUUID().replaceAll('-', '')}n`, pictureFolder(pack));
  const filled =
    pack.type === 'xlsx'
      ? await fillWorkbook(pack, data, book, options, TEXT_SHARE)
      : { filled: await fillParts(pack, data, book, options), types: new Map(), dropped: new Set<string>() };
  const charts = await fillCharts(pack, data, options, (...workbook) =>
    gathered(writeZip(partsOf(...workbook, options))),
  );
  for (const [part, text] of charts.drawn) filled.filled.set(part, text);
  for (const [part, bytes] of charts.data) pack.files.set(part, bytes);
  yield* writeZip(partsOf(pack, filled, book, options));
}

async function gathered(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A folder that avoids everything the template already contains, including the images of an earlier report. */
function pictureFolder({ files, main }: OfficePackage): string {
  const names = [...files.keys()].map((name) => name.toLowerCase());
  for (let number = 1; ; number += 1) {
    const folder = posix.join(posix.dirname(main), `media/report${number}`);
    if (!names.some((name) => name.startsWith(`${folder.toLowerCase()}/`))) return folder;
  }
}

/** The changed parts as text, with markers where the sizes of images go. */
async function fillParts(pack: OfficePackage, data: ReportData, book: PictureBook, options: FillOptions) {
  const filled = new Map<string, string>();
  for (const part of pack.filled) {
    const tree = pack.trees.get(part);
    if (!tree) throw new Error(`the part ${part} is missing`);
    const relations = new PartRelations(part, pack.trees.get(relationsName(part)));
    const filling = new Filling(data, options.formats, async (done, of) => {
      options.signal?.throwIfAborted();
      if (part === pack.main) await options.onProgress?.((TEXT_SHARE * done) / of);
      // Filling never awaits I/O, so yield to other work on this thread.
      await breathe();
    });
    const root = engineTree(tree);
    const writer = new PartWriter();
    await compilerFor(filling, book, relations, writer).compile(root, scopeOf(filling), {} as TemplateContext);
    filled.set(part, writer.part(root));
    const related = relations.xml();
    if (related !== undefined) filled.set(relationsName(part), related);
  }
  return filled;
}

function compilerFor(
  filling: Filling,
  book: PictureBook,
  relations: PartRelations,
  writer: PartWriter,
): TemplateCompiler {
  // Our own grammar reads settings in brackets; these delimiters disable the engine's parser for them.
  const delimiters = new Delimiters({ tagOptionsStart: '\ufffe\ufffe', tagOptionsEnd: '\uffff\uffff' });
  const plugins = [
    new TextPlugin(filling),
    new PicturePlugin(filling, book, relations),
    new SectionPlugin(filling, writer),
  ];
  const compiler = new TemplateCompiler(
    new DelimiterSearcher(delimiters, MAX_DEPTH),
    new TagParser(delimiters),
    plugins,
    { defaultContentType: TEXT, containerContentType: SECTION },
  );
  for (const plugin of plugins) plugin.setUtilities({ compiler });
  return compiler;
}

function scopeOf(filling: Filling): ScopeData {
  const scope = new ScopeData({});
  scope.scopeDataResolver = filling.resolve;
  return scope;
}

async function* partsOf(
  pack: OfficePackage,
  { filled, types: added, dropped }: FilledParts,
  book: PictureBook,
  options: FillOptions,
): AsyncGenerator<ZipPart> {
  const types = pack.trees.get(TYPES);
  if (!types) throw new Error('the list of types is missing');
  yield { name: TYPES, bytes: Buffer.from(withTypes(types, ADDED_TYPES, added, dropped)) };
  for (const [name, bytes] of pack.files) {
    if (name !== TYPES && !filled.has(name) && !dropped.has(name)) yield { name, bytes };
  }
  const pictures = book.all();
  const print = (bookedPicture: BookedPicture): Promise<Printed> => {
    const fresh = () => printRequest(bookedPicture, options.pictureBytes);
    return options.kept ? options.kept(posix.basename(bookedPicture.path), fresh) : fresh();
  };
  let done = 0;
  for await (const [picture, printed] of inOrder(pictures, print)) {
    options.signal?.throwIfAborted();
    book.settle(picture, printed);
    yield { name: picture.path, bytes: printed.bytes, stored: true };
    done += 1;
    await options.onProgress?.(TEXT_SHARE + ((1 - TEXT_SHARE) * done) / pictures.length);
  }
  for (const [name, text] of filled) yield { name, bytes: Buffer.from(book.resolve(text)) };
}
