// A small strict XML parser and writer for the parts of Office files. Supports elements, attributes and text;
// everything else (document types, entities, other encodings) is rejected, so nothing expands and nothing external is
// read.
import { OfficeFileError } from './office-file-error.ts';

export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: XmlElement | undefined;
  readonly children: (XmlElement | string)[];
};

/** Word nests tables, text boxes and content controls, but real documents stay far below this. */
const MAX_DEPTH = 200;
const MAX_BYTES = 12 * 1024 * 1024;
/** What the largest real documents have; `<a/>` three million times fits into `MAX_BYTES`, but as a tree takes 1.5 GB. */
const MAX_ELEMENTS = 300_000;

/** How many elements may still be read, in one part or in several that share it. */
export type ElementBudget = { left: number };
export const elementBudget = (): ElementBudget => ({ left: MAX_ELEMENTS });

const NAME = '[A-Za-z_][\\w.\\-]*(?::[A-Za-z_][\\w.\\-]*)?';
const OPENING = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'uy');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gu');
const CLOSING = new RegExp(`</(${NAME})\\s*>`, 'uy');
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));|&/gu;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes an XML part, which must be UTF-8. */
export function xmlText(bytes: Buffer, part: string): string {
  if (bytes.length > MAX_BYTES) throw new OfficeFileError('unpacks_too_large', part);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OfficeFileError('encoding', part);
  }
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)["']/u.exec(text)?.[1];
  if (text.includes('\u0000') || (declared !== undefined && !/^utf-?8$/iu.test(declared))) {
    throw new OfficeFileError('encoding', part);
  }
  return text;
}

/** Returns the root element. Throws OfficeFileError unless the text is plain, well-formed XML. */
export function parseXml(text: string, part: string, budget = elementBudget()): XmlElement {
  return new XmlReader(text, part, budget).read();
}

class XmlReader {
  private readonly text: string;
  private readonly part: string;
  private readonly budget: ElementBudget;
  private at = 0;
  private depth = 0;
  private root: XmlElement | undefined;
  private current: XmlElement | undefined;

  constructor(text: string, part: string, budget: ElementBudget) {
    this.text = text;
    this.part = part;
    this.budget = budget;
  }

  read(): XmlElement {
    while (this.at < this.text.length) {
      if (this.text[this.at] !== '<') this.characters();
      else if (this.text[this.at + 1] === '/') this.close();
      else if (this.text[this.at + 1] === '?') this.skip('?>');
      else if (this.text[this.at + 1] === '!') this.declaration();
      else this.open();
    }
    if (!this.root || this.current) throw this.refused('damaged');
    return this.root;
  }

  private characters(): void {
    const end = this.text.indexOf('<', this.at);
    const raw = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end;
    if (this.current) this.current.children.push(this.resolve(raw));
    else if (raw.replace('\ufeff', '').trim() !== '') throw this.refused('damaged');
  }

  private declaration(): void {
    if (this.text.startsWith('<!--', this.at)) this.skip('-->');
    else if (this.text.startsWith('<![CDATA[', this.at) && this.current) {
      const start = this.at + 9;
      this.skip(']]>');
      this.current.children.push(this.text.slice(start, this.at - 3));
    } else
      throw this.refused(
        /^<!(?:DOCTYPE|ENTITY)/iu.test(this.text.slice(this.at, this.at + 9)) ? 'entities' : 'damaged',
      );
  }

  private open(): void {
    OPENING.lastIndex = this.at;
    const found = OPENING.exec(this.text);
    if (!found?.[1] || (this.root && !this.current)) throw this.refused('damaged');
    this.at = OPENING.lastIndex;
    this.budget.left -= 1;
    if (this.budget.left < 0) throw this.refused('unpacks_too_large');
    const element: XmlElement = {
      name: found[1],
      attributes: this.attributes(found[2] ?? ''),
      parent: this.current,
      children: [],
    };
    this.current?.children.push(element);
    this.root ??= element;
    if (found[3] === '/') return;
    this.current = element;
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw this.refused('too_deep');
  }

  private close(): void {
    CLOSING.lastIndex = this.at;
    const found = CLOSING.exec(this.text);
    if (!found || found[1] !== this.current?.name) throw this.refused('damaged');
    this.at = CLOSING.lastIndex;
    this.current = this.current?.parent;
    this.depth -= 1;
  }

  private attributes(raw: string): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (const [, name = '', double, single] of raw.matchAll(ATTRIBUTE)) {
      if (attributes.has(name)) throw this.refused('damaged');
      attributes.set(name, this.resolve(double ?? single ?? ''));
    }
    return attributes;
  }

  private resolve(raw: string): string {
    if (!raw.includes('&')) return raw;
    const text = raw.replace(REFERENCE, (whole, name?: string, decimal?: string, hex?: string) => {
      // Any other reference would require a document type.
      if (whole === '&') throw this.refused('entities');
      if (name !== undefined) return NAMED[name] ?? '';
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      if (code > 0x10ffff) throw this.refused('damaged');
      // Programs write it although XML forbids it, and no store can hold it.
      return code === 0 ? '' : String.fromCodePoint(code);
    });
    // They also write the two halves of a character separately, and sometimes only one.
    return text.toWellFormed();
  }

  private skip(end: string): void {
    const found = this.text.indexOf(end, this.at + 2);
    if (found < 0) throw this.refused('damaged');
    this.at = found + end.length;
  }

  private refused(reason: 'damaged' | 'entities' | 'too_deep' | 'unpacks_too_large'): OfficeFileError {
    return new OfficeFileError(reason, this.part);
  }
}

export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

/** The nearest ancestor with one of these names, excluding the element itself. */
export function ancestor(element: XmlElement, ...names: readonly string[]): XmlElement | undefined {
  let up = element.parent;
  while (up && !names.includes(up.name)) up = up.parent;
  return up;
}

/** The element and all its descendants, in document order. */
export function* walk(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* walk(child);
}

/** The properties needed to serialise an element. */
export type WrittenElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (WrittenElement | string)[];
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A complete part, with its XML declaration. */
export function serializeXml(root: WrittenElement): string {
  return XML_DECLARATION + elementText(root);
}

/** One element with its descendants. */
export function elementText({ name, attributes, children }: WrittenElement): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  if (children.length === 0) return `<${name}${written}/>`;
  const inside = children.map((child) => (typeof child === 'string' ? escapeXml(child) : elementText(child)));
  return `<${name}${written}>${inside.join('')}</${name}>`;
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/gu, (char) => ESCAPES[char] ?? char);
}
