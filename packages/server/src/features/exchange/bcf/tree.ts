// XML of BCF files as plain data that can be stored: elements, their attributes, and their text.
import { parseXml, serializeXml, type WrittenElement, type XmlElement, xmlText } from '../../../office/xml.ts';

export type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string };

const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u;
/** Elements are never nested deeper. */
const MAX_DEPTH = 200;

/** Whether this is an element that can be written as XML. */
export function isNode(value: unknown, depth = 0): value is Node {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  const { name, attributes, children, text } = value as Partial<Node>;
  return (
    typeof name === 'string' &&
    NAME.test(name) &&
    typeof text === 'string' &&
    typeof attributes === 'object' &&
    attributes !== null &&
    Object.entries(attributes).every(([key, one]) => NAME.test(key) && typeof one === 'string') &&
    Array.isArray(children) &&
    children.every((one) => isNode(one, depth + 1))
  );
}

/** Throws `OfficeFileError` for anything but plain, well-formed XML: document types and entities are refused. */
export const readTree = (bytes: Buffer, part: string): Node => nodeOf(parseXml(xmlText(bytes, part), part));

const local = (name: string): string => name.replace(/^.*:/u, '');

function nodeOf({ name, attributes, children }: XmlElement): Node {
  const own = [...attributes].filter(([key]) => !/^(?:xmlns|xsi)(?::|$)/u.test(key));
  const elements = children.filter((child) => typeof child !== 'string').map(nodeOf);
  // Text between elements is indentation.
  const text = elements.length > 0 ? '' : children.filter((child) => typeof child === 'string').join('');
  return { name: local(name), attributes: Object.fromEntries(own), children: elements, text };
}

export const writeTree = (root: Node): Buffer => Buffer.from(serializeXml(writtenOf(root)));

const writtenOf = ({ name, attributes, children, text }: Node): WrittenElement => ({
  ...{ name, attributes: new Map(Object.entries(attributes)) },
  children: children.length > 0 ? children.map(writtenOf) : text === '' ? [] : [text],
});

export const node = (name: string, content: string | Node[] = [], attributes: Record<string, string> = {}): Node =>
  typeof content === 'string'
    ? { name, attributes, children: [], text: content }
    : { name, attributes, children: content, text: '' };

export const child = (of: Node | undefined, name: string): Node | undefined =>
  of?.children.find((one) => one.name === name);
export const childrenOf = (of: Node | undefined, name: string): Node[] =>
  of?.children.filter((one) => one.name === name) ?? [];
export const textOf = (of: Node | undefined, name: string): string => child(of, name)?.text.trim() ?? '';
/** Attributes are written in different cases by version: `isExternal` and `IsExternal`. */
export const attributeOf = (of: Node | undefined, name: string): string =>
  Object.entries(of?.attributes ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? '';
