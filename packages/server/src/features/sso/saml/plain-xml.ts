// A small strict namespace-aware XML reader for messages and metadata of identity providers. It reads elements,
// attributes and text. Document types, entities, comments, processing instructions and CDATA are refused: their only
// use here is to make two parsers read the same document differently.

export type XmlNode = {
  readonly space: string;
  readonly name: string;
  /** By name if they have no prefix, others as `{namespace}name`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: XmlNode | undefined;
  readonly children: (XmlNode | string)[];
};

export class XmlRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'XmlRefused';
  }
}

const MAX_DEPTH = 64;
/** Attributes of an element, and prefixes that apply to it: each element has a copy of those. */
const MAX_NAMES = 100;
const NAME = '[A-Za-z_][\\w.\\-]*(?::[A-Za-z_][\\w.\\-]*)?';
const OPENING = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'uy');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gu');
const CLOSING = new RegExp(`</(${NAME})\\s*>`, 'uy');
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/gu;
const UNKNOWN_REFERENCE = /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/u;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const DECLARATION = /^\ufeff?<\?xml\s[^?>]*\?>/u;
const COMMENTS = /<!--(?:(?!--)[\s\S])*-->/gu;

type Scope = ReadonlyMap<string, string>;
const XML_SPACE = 'http://www.w3.org/XML/1998/namespace';

/** UTF-8 only. `commented`: skips comments, which metadata files contain; otherwise they are refused. */
export function readXml(bytes: Uint8Array, { commented = false } = {}): XmlNode {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new XmlRefused('it is not UTF-8');
  }
  const declared = DECLARATION.exec(text)?.[0] ?? '';
  const encoding = /encoding\s*=\s*["']([^"']*)["']/u.exec(declared)?.[1];
  if (encoding !== undefined && !/^utf-?8$/iu.test(encoding)) throw new XmlRefused('it is not UTF-8');
  const body = text.slice(declared.length);
  return new Reader(commented ? body.replaceAll(COMMENTS, '') : body).read();
}

class Reader {
  private readonly text: string;
  private at = 0;
  private root: XmlNode | undefined;
  private readonly open: { node: XmlNode; written: string; scope: Scope }[] = [];

  constructor(text: string) {
    this.text = text;
  }

  read(): XmlNode {
    while (this.at < this.text.length) {
      if (this.text[this.at] !== '<') this.characters();
      else if (this.text[this.at + 1] === '/') this.close();
      else if (this.text[this.at + 1] === '!' || this.text[this.at + 1] === '?') {
        throw new XmlRefused('it contains more than elements and text');
      } else this.begin();
    }
    if (!this.root || this.open.length > 0) throw new XmlRefused('it is not well-formed XML');
    return this.root;
  }

  private characters(): void {
    const end = this.text.indexOf('<', this.at);
    const raw = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end;
    const current = this.open.at(-1);
    if (current) current.node.children.push(resolve(raw));
    else if (raw.trim() !== '') throw new XmlRefused('it is not well-formed XML');
  }

  private begin(): void {
    OPENING.lastIndex = this.at;
    const found = OPENING.exec(this.text);
    const above = this.open.at(-1);
    if (!found?.[1] || (this.root && !above)) throw new XmlRefused('it is not well-formed XML');
    this.at = OPENING.lastIndex;
    const { given, scope } = readAttributes(found[2] ?? '', above?.scope ?? new Map([['xml', XML_SPACE]]));
    const { space, name } = resolveName(found[1], scope, true);
    const attributes = new Map<string, string>();
    for (const [written, value] of given) {
      const own = resolveName(written, scope, false);
      const key = own.space === '' ? own.name : `{${own.space}}${own.name}`;
      if (attributes.has(key)) throw new XmlRefused('an attribute occurs twice');
      attributes.set(key, value);
    }
    const node: XmlNode = { space, name, attributes, parent: above?.node, children: [] };
    above?.node.children.push(node);
    this.root ??= node;
    if (found[3] === '/') return;
    this.open.push({ node, written: found[1], scope });
    if (this.open.length > MAX_DEPTH) throw new XmlRefused('it is nested too deeply');
  }

  private close(): void {
    CLOSING.lastIndex = this.at;
    const found = CLOSING.exec(this.text);
    if (!found || found[1] !== this.open.pop()?.written) throw new XmlRefused('it is not well-formed XML');
    this.at = CLOSING.lastIndex;
  }
}

function readAttributes(raw: string, above: Scope): { given: [string, string][]; scope: Scope } {
  const given: [string, string][] = [];
  const scope = new Map(above);
  const seen = new Set<string>();
  for (const [, name = '', double, single] of raw.matchAll(ATTRIBUTE)) {
    if (seen.has(name)) throw new XmlRefused('an attribute occurs twice');
    seen.add(name);
    if (seen.size > MAX_NAMES) throw new XmlRefused('an element has too many attributes');
    const value = resolve(double ?? single ?? '');
    if (name === 'xmlns') scope.set('', value);
    else if (name.startsWith('xmlns:')) scope.set(name.slice(6), value);
    else given.push([name, value]);
  }
  if (scope.size > MAX_NAMES) throw new XmlRefused('too many prefixes apply to an element');
  return { given, scope };
}

function resolveName(written: string, scope: Scope, element: boolean): { space: string; name: string } {
  const [first = '', second] = written.split(':');
  if (second === undefined) return { space: element ? (scope.get('') ?? '') : '', name: first };
  const space = scope.get(first);
  if (space === undefined) throw new XmlRefused('a prefix is undefined');
  return { space, name: second };
}

function resolve(raw: string): string {
  if (!raw.includes('&')) return raw;
  // Refused at the first one: a million of them would be collected before they are replaced.
  if (UNKNOWN_REFERENCE.test(raw)) throw new XmlRefused('it names an entity');
  return raw.replace(REFERENCE, (_whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code === 0 || code > 0x10ffff) throw new XmlRefused('it is not well-formed XML');
    return String.fromCodePoint(code);
  });
}

export const elementsOf = (node: XmlNode): XmlNode[] => node.children.filter((child) => typeof child !== 'string');

export const childrenOf = (node: XmlNode, space: string, name: string): XmlNode[] =>
  elementsOf(node).filter((child) => child.space === space && child.name === name);

/** The text of an element without child elements; undefined for one that has any. */
export const textOf = (node: XmlNode): string | undefined =>
  elementsOf(node).length === 0 ? node.children.join('').trim() : undefined;

/** The element and all its descendants, in document order. */
export function* walk(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.children) if (typeof child !== 'string') yield* walk(child);
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign);
