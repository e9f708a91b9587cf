// Writes a value as text, with its line breaks and tabs, in the style of its placeholder.
import {
  officeMarkup,
  type ScopeData,
  type Tag,
  TagPlacement,
  TemplatePlugin,
  type XmlNode,
  xml,
} from 'easy-template-x';
import { disguise } from './braces.ts';
import { type Content, type Filling, TEXT } from './filling.ts';

export class TextPlugin extends TemplatePlugin {
  readonly contentType: string = TEXT;
  private readonly filling: Filling;

  constructor(filling: Filling) {
    super();
    this.filling = filling;
  }

  override simpleTagReplacements(tag: Tag, _data: ScopeData): void {
    const content: Content = this.filling.contentOf(tag);
    if (content._type === TEXT) writeText(tag, disguise(content.value));
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
