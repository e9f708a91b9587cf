// Reads BCF files of versions 1.0 to 3.0 topic by topic. Only the table of contents is kept in memory.

import { posix } from 'node:path';
import type { BcfVersion } from '@plumbline/core/features/exchange/bcf-versions';
import { type ZipEntry, ZipReader } from '../../../office/zip-read.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';
import { attributeOf, child, childrenOf, type Node, node, readTree, textOf, writeTree } from './tree.ts';
import { markupFrom20, viewpointFrom10, viewpointFrom20 } from './version-2-0.ts';
import { asVersion3 } from './versions.ts';

const MAX_ENTRIES = 200_000;
const MAX_XML_BYTES = 12 * 2 ** 20;
const MAX_FILE_BYTES = 50 * 2 ** 20;

/** A file that a topic refers to, and where it is in the archive. */
export type TopicFile = { kind: 'viewpoint' | 'snapshot' | 'file'; name: string; path: string };
/** `markup` is in the layout of 3.0. `missing`: files that are named but not there, or too large. */
export type Topic = { folder: string; guid: string; markup: Node; files: TopicFile[]; missing: string[] };

/** The lists of values that a file allows, by the name of their element. */
export type Extensions = Record<string, string[]>;

export class BcfFile {
  /** What is read is in the layout of this version: 1.0 and 2.0 are converted to 2.1. */
  readonly version: BcfVersion;
  readonly #isOld: boolean;
  readonly #is10: boolean;
  readonly #zip: ZipReader;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(zip: ZipReader, entries: ReadonlyMap<string, ZipEntry>, version: BcfVersion | '2.0' | '1.0') {
    this.#zip = zip;
    this.#entries = entries;
    this.#is10 = version === '1.0';
    this.#isOld = version === '1.0' || version === '2.0';
    this.version = version === '3.0' ? '3.0' : '2.1';
  }

  /** Throws `TableProblem`. The caller closes it. */
  static async open(path: string): Promise<BcfFile> {
    const zip = await ZipReader.open(path).catch(() => {
      throw new TableProblem('bcf_unreadable');
    });
    try {
      if (zip.entryCount > MAX_ENTRIES) throw new TableProblem('bcf_unreadable');
      const entries = new Map<string, ZipEntry>();
      for await (const entry of zip.entries()) if (!entry.isEncrypted()) entries.set(entry.fileName, entry);
      enterFolder(entries);
      return new BcfFile(zip, entries, await versionOf(zip, entries));
    } catch {
      zip.close();
      throw new TableProblem('bcf_unreadable');
    }
  }

  close(): void {
    this.#zip.close();
  }

  /** The folders of all topics. */
  get folders(): string[] {
    return foldersIn(this.#entries);
  }

  async read(path: string): Promise<Buffer> {
    const entry = this.#entries.get(path);
    if (this.#isOld && path.endsWith('.bcfv')) return writeTree(await this.#viewpoint(path, entry));
    return bytesOf(this.#zip, entry, MAX_FILE_BYTES);
  }

  async #viewpoint(path: string, entry: ZipEntry | undefined): Promise<Node> {
    const view = readTree(await bytesOf(this.#zip, entry, MAX_XML_BYTES), path);
    return this.#isOld ? viewpointFrom20(this.#is10 ? viewpointFrom10(view) : view) : view;
  }

  /** Throws an error if the topic is damaged. */
  async topic(folder: string): Promise<Topic> {
    const path = `${folder}/markup.bcf`;
    const written = readTree(await bytesOf(this.#zip, this.#entries.get(path), MAX_XML_BYTES), path);
    const markup = asVersion3(this.#isOld ? markupFrom20(this.#withViewpoint(written, folder)) : written, this.version);
    const topic = child(markup, 'Topic');
    const guid = attributeOf(topic, 'Guid');
    if (guid === '' || guid.length > 64) throw new Error('a topic without an id');
    const named = await this.#named(folder, markup);
    const isUsable = (entry: ZipEntry | undefined) => entry !== undefined && entry.uncompressedSize <= MAX_FILE_BYTES;
    const files = named.filter(({ path }) => isUsable(this.#entries.get(path)));
    const missing = named.filter((one) => !files.includes(one)).map(({ name }) => name);
    return { folder, guid, markup, files, missing };
  }

  /** Before 2.1 a topic need not name its viewpoint and picture, which have fixed names. */
  #withViewpoint(markup: Node, folder: string): Node {
    if (child(markup, 'Viewpoints')) return markup;
    const files = [
      ['Viewpoint', 'viewpoint.bcfv'],
      ['Snapshot', 'snapshot.png'],
    ] as const;
    const named = files.flatMap(([name, file]) => (this.#entries.has(`${folder}/${file}`) ? [node(name, file)] : []));
    if (named.length === 0) return markup;
    const Guid = attributeOf(child(markup, 'Topic'), 'Guid');
    return { ...markup, children: [...markup.children, node('Viewpoints', named, { Guid })] };
  }

  async #named(folder: string, markup: Node): Promise<TopicFile[]> {
    const topic = child(markup, 'Topic');
    const files: TopicFile[] = [];
    const known = new Set<string>();
    const add = (kind: TopicFile['kind'], name: string, from = folder) => {
      const relative = posix.normalize(`${from}/${name}`);
      const fromRoot = posix.normalize(name);
      // Some programs write paths from the root of the archive.
      const path = !this.#entries.has(relative) && this.#entries.has(fromRoot) ? fromRoot : relative;
      // Names that lead out of the archive name nothing.
      if (name === '' || path.startsWith('..') || known.has(path)) return false;
      known.add(path);
      files.push({ kind, name, path });
      return true;
    };
    for (const view of childrenOf(child(topic, 'Viewpoints'), 'ViewPoint')) {
      const name = textOf(view, 'Viewpoint');
      const isNew = add('viewpoint', name);
      add('snapshot', textOf(view, 'Snapshot'));
      if (!isNew) continue;
      for (const bitmap of await this.#bitmaps(posix.normalize(`${folder}/${name}`))) add('file', bitmap);
    }
    const snippet = child(topic, 'BimSnippet');
    if (attributeOf(snippet, 'IsExternal') !== 'true') add('file', textOf(snippet, 'Reference'));
    for (const reference of childrenOf(child(topic, 'DocumentReferences'), 'DocumentReference')) {
      if (attributeOf(reference, 'isExternal') === 'true') continue;
      add('file', textOf(reference, 'ReferencedDocument'));
      add('file', textOf(reference, 'DocumentGuid'), 'documents');
    }
    for (const file of childrenOf(child(child(markup, 'Header'), 'Files'), 'File'))
      if (attributeOf(file, 'IsExternal') === 'false') add('file', textOf(file, 'Reference'));
    return files;
  }

  async #bitmaps(path: string): Promise<string[]> {
    const entry = this.#entries.get(path);
    if (!entry) return [];
    const view = await this.#viewpoint(path, entry);
    return [...childrenOf(view, 'Bitmap'), ...childrenOf(child(view, 'Bitmaps'), 'Bitmap')].map((one) =>
      textOf(one, 'Reference'),
    );
  }

  /** Names of internal documents by their ids (3.0). */
  async documents(): Promise<Map<string, string>> {
    const entry = this.#entries.get('documents.xml');
    if (!entry) return new Map();
    const root = readTree(await bytesOf(this.#zip, entry, MAX_XML_BYTES), 'documents.xml');
    return new Map(
      childrenOf(child(root, 'Documents'), 'Document').map((one) => [
        attributeOf(one, 'Guid'),
        textOf(one, 'Filename'),
      ]),
    );
  }

  /** The values that the file allows (3.0). */
  async extensions(): Promise<Extensions> {
    const entry = this.#entries.get('extensions.xml');
    if (!entry) return {};
    const root = readTree(await bytesOf(this.#zip, entry, MAX_XML_BYTES), 'extensions.xml');
    return Object.fromEntries(
      root.children.map(({ name, children }) => [name, children.map(({ text }) => text.trim()).slice(0, 1_000)]),
    );
  }
}

const foldersIn = (entries: ReadonlyMap<string, ZipEntry>): string[] =>
  [...entries.keys()].flatMap((path) => /^([^/]+)\/markup\.bcf$/u.exec(path)?.[1] ?? []);

/** Files of version 1.0 do not name their version. */
async function versionOf(zip: ZipReader, entries: ReadonlyMap<string, ZipEntry>): Promise<BcfVersion | '2.0' | '1.0'> {
  const named = entries.get('bcf.version');
  if (!named && foldersIn(entries).length > 0) return '1.0';
  const id = attributeOf(readTree(await bytesOf(zip, named, MAX_XML_BYTES), 'bcf.version'), 'VersionId');
  if (id !== '2.0' && id !== '2.1' && id !== '3.0') throw new TableProblem('bcf_unreadable');
  return id;
}

/** Who unpacks a file and packs it again gets a folder around everything. */
function enterFolder(entries: Map<string, ZipEntry>): void {
  if (entries.has('bcf.version')) return;
  const folder = [...entries.keys()].find((path) => /^[^/]+\/bcf\.version$/u.test(path))?.split('/')[0];
  if (folder === undefined) return;
  for (const [path, entry] of [...entries])
    if (path.startsWith(`${folder}/`)) entries.set(path.slice(folder.length + 1), entry);
}

async function bytesOf(zip: ZipReader, entry: ZipEntry | undefined, maxBytes: number): Promise<Buffer> {
  if (!entry || entry.uncompressedSize > maxBytes) throw new TableProblem('bcf_unreadable');
  return zip.read(entry);
}
