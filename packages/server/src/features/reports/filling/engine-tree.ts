// The way from our own strict reading of a part to the tree the engine fills, and from there to text. The engine never parses
// anything itself, so it cannot read a part differently from the check.
import { type XmlGeneralNode, type XmlNode, xml } from 'easy-template-x';
import { escapeXml, type XmlElement } from '../../../office/xml.ts';
import { reveal } from './braces.ts';

export function engineTree(element: XmlElement): XmlNode {
  const mixed = element.children.some((child) => typeof child !== 'string');
  const children = element.children.flatMap((child): XmlNode[] => {
    if (typeof child !== 'string') return [engineTree(child)];
    // Indentation between elements; neighbours are then really side by side.
    return mixed && child.trim() === '' ? [] : [xml.create.textNode(child)];
  });
  return xml.create.generalNode(element.name, {
    attributes: Object.fromEntries(element.attributes),
    childNodes: children,
  });
}

/** Ids that a paragraph or row carries for co-authoring; repeated ones would be told apart wrongly. */
const OWN_IDS = new Set(['w14:paraId', 'w14:textId']);

/** Writes one part as text, with everything that must be unique in it made so. */
export class PartWriter {
  private drawings = 0;
  /** The content of elements that have been written already. */
  private readonly settled = new WeakMap<XmlNode, string>();

  /** The whole part, braces of values included. */
  part(root: XmlNode): string {
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${reveal(this.element(root))}`;
  }

  /** Turns the content of a filled element into text: a tree takes many times the room, and nobody looks into it any more. */
  settle(node: XmlNode): void {
    if (!xml.query.isGeneralNode(node)) return;
    this.settled.set(node, this.content(node));
    node.childNodes = [];
  }

  private element(node: XmlNode): string {
    if (!xml.query.isGeneralNode(node)) return xml.query.isTextNode(node) ? escapeXml(node.textContent) : '';
    const attributes = this.attributes(node);
    const inside = this.settled.get(node) ?? this.content(node);
    return inside === ''
      ? `<${node.nodeName}${attributes}/>`
      : `<${node.nodeName}${attributes}>${inside}</${node.nodeName}>`;
  }

  private content(node: XmlGeneralNode): string {
    return (node.childNodes ?? []).map((child) => this.element(child)).join('');
  }

  private attributes({ nodeName, attributes }: XmlGeneralNode): string {
    let text = '';
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (OWN_IDS.has(name) || (nodeName === 'wp:docPr' && name === 'id')) continue;
      text += ` ${name}="${escapeXml(value)}"`;
    }
    if (nodeName !== 'wp:docPr') return text;
    this.drawings += 1;
    return ` id="${this.drawings}"${text}`;
  }
}
