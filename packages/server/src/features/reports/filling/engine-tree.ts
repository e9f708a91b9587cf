// The way from our own strict reading of a part to the tree the engine fills, and from there to text. The engine never parses
// anything itself, so it cannot read a part differently from the check.
import { type XmlNode, xml } from 'easy-template-x';
import { reveal } from './braces.ts';
import type { XmlElement } from './package/xml-tree.ts';

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
const OWN_IDS = ['w14:paraId', 'w14:textId'];

/** The filled part as text, with everything that must be unique in it made so. */
export function partText(root: XmlNode): string {
  let drawings = 0;
  const visit = (node: XmlNode): void => {
    if (xml.query.isGeneralNode(node) && node.attributes) {
      for (const name of OWN_IDS) delete node.attributes[name];
      if (node.nodeName === 'wp:docPr') {
        drawings += 1;
        node.attributes.id = String(drawings);
      }
    }
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(root);
  return reveal(xml.parser.serializeFile(root));
}
