// Converts our own strict parse of a part to the tree that the engine fills, and that tree to text. The engine never
// parses anything itself, so it cannot read a part differently from the check.
import { type XmlGeneralNode, type XmlNode, xml } from 'easy-template-x';
import { escapeXml, type XmlElement } from '../../../office/xml.ts';
import { reveal } from './braces.ts';

export function engineTree(element: XmlElement): XmlNode {
  const mixed = element.children.some((child) => typeof child !== 'string');
  const children = element.children.flatMap((child): XmlNode[] => {
    if (typeof child !== 'string') return [engineTree(child)];
    // Drops indentation between elements, so that adjacent elements are direct siblings.
    return mixed && child.trim() === '' ? [] : [xml.create.textNode(child)];
  });
  return xml.create.generalNode(element.name, {
    attributes: Object.fromEntries(element.attributes),
    childNodes: children,
  });
}

/** Ids of paragraphs and rows for co-authoring, which must not be duplicated by repetition. */
const OWN_IDS = new Set(['w14:paraId', 'w14:textId']);

/** Serialises one part, making unique whatever must be unique in it. */
export class PartWriter {
  private drawings = 0;
  /** The content of elements that have already been serialised. */
  private readonly settled = new WeakMap<XmlNode, string>();

  /** The whole part, with the braces of values restored. */
  part(root: XmlNode): string {
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${reveal(this.element(root))}`;
  }

  /** Serialises the content of a filled element: a tree takes many times the memory, and this one is not read again. */
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
