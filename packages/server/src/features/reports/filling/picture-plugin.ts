// Inserts an image at its placeholder, or replaces the image whose alternative text contains the placeholder. Bytes and
// exact sizes come later, when the image is rendered; until then its size is a marker known to the picture book.
import {
  OmlNode,
  officeMarkup,
  type Tag,
  TagPlacement,
  TemplatePlugin,
  type XmlGeneralNode,
  type XmlNode,
  xml,
} from 'easy-template-x';
import { escapeBraces } from './braces.ts';
import { type Filling, PICTURE } from './filling.ts';
import type { PartRelations } from './package/part-relations.ts';
import { type Box, EMU_PER_MM, type PictureBook, type PicturePlaceholder } from './pictures/picture-book.ts';
import type { RequestedPicture } from './pictures/requested-pictures.ts';
import { usualBox } from './pictures/usual-box.ts';

const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';

export class PicturePlugin extends TemplatePlugin {
  readonly contentType: string = PICTURE;
  private readonly filling: Filling;
  private readonly book: PictureBook;
  private readonly relations: PartRelations;

  constructor(filling: Filling, book: PictureBook, relations: PartRelations) {
    super();
    this.filling = filling;
    this.book = book;
    this.relations = relations;
  }

  override simpleTagReplacements(tag: Tag): void {
    const content = this.filling.contentOf(tag);
    if (content._type !== PICTURE) return;
    const { request, options } = content;
    if (tag.placement === TagPlacement.Attribute) {
      const drawing = xml.query.findParentByName(tag.xmlNode, OmlNode.W.Drawing);
      if (!request) xml.modify.remove(drawing);
      else replace(drawing, this.place(request, usualBox(request, options, extentOf(drawing))), request);
      return;
    }
    if (request) {
      const place = this.place(request, usualBox(request, options, undefined));
      xml.modify.insertAfter(inlineDrawing(place, request), officeMarkup.query.containingTextNode(tag.xmlTextNode));
    }
    officeMarkup.modify.removeTag(tag);
  }

  private place(request: RequestedPicture, box: Box): PicturePlaceholder & { relation: string } {
    const place = this.book.place(request, box);
    return { ...place, relation: this.relations.add(this.book.pathOf(request), IMAGE) };
  }
}

function extentOf(drawing: XmlNode): Box | undefined {
  const extent = find(drawing, 'wp:extent');
  const width = Number(extent?.attributes?.cx) / EMU_PER_MM;
  const height = Number(extent?.attributes?.cy) / EMU_PER_MM;
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function altOf(request: RequestedPicture): string {
  return 'alt' in request ? escapeBraces(request.alt).replace(/\s+/gu, ' ') : '';
}

/** Replaces the content of an existing image: its position, frame and effects stay. */
function replace(drawing: XmlNode, place: PicturePlaceholder & { relation: string }, request: RequestedPicture): void {
  const blip = find(drawing, 'a:blip');
  if (!blip) throw new Error('a picture without content');
  blip.attributes = { 'r:embed': place.relation };
  blip.childNodes = [];
  const crop = find(drawing, 'a:srcRect');
  if (crop) crop.attributes = {};
  const described = find(drawing, 'wp:docPr');
  if (described) described.attributes = { ...described.attributes, id: String(place.number), descr: altOf(request) };
  const transform = find(drawing, 'a:xfrm');
  for (const size of [find(drawing, 'wp:extent'), transform && find(transform, 'a:ext')]) {
    if (size) size.attributes = { ...size.attributes, cx: place.widthMark, cy: place.heightMark };
  }
}

function find(node: XmlNode, name: string): XmlGeneralNode | undefined {
  if (node.nodeName === name && xml.query.isGeneralNode(node)) return node;
  for (const child of node.childNodes ?? []) {
    const found = find(child, name);
    if (found) return found;
  }
  return undefined;
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const PICTURES = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
const WORD_DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An image inline in text. Declares its namespaces, since a template may not have declared them. */
function inlineDrawing(place: PicturePlaceholder & { relation: string }, request: RequestedPicture): XmlNode {
  const id = String(place.number);
  const size = { cx: place.widthMark, cy: place.heightMark };
  const alt = altOf(request);
  const name = { id, name: `Picture ${id}`, ...(alt === '' ? {} : { descr: alt }) };
  return node('w:drawing', {}, [
    node('wp:inline', { 'xmlns:wp': WORD_DRAWING, distT: '0', distB: '0', distL: '0', distR: '0' }, [
      node('wp:extent', size),
      node('wp:docPr', name),
      node('wp:cNvGraphicFramePr', {}, [node('a:graphicFrameLocks', { 'xmlns:a': DRAWING, noChangeAspect: '1' })]),
      node('a:graphic', { 'xmlns:a': DRAWING }, [
        node('a:graphicData', { uri: PICTURES }, [
          node('pic:pic', { 'xmlns:pic': PICTURES }, [
            node('pic:nvPicPr', {}, [node('pic:cNvPr', { id, name: name.name }), node('pic:cNvPicPr')]),
            node('pic:blipFill', {}, [
              node('a:blip', { 'xmlns:r': RELATIONS, 'r:embed': place.relation }),
              node('a:stretch', {}, [node('a:fillRect')]),
            ]),
            node('pic:spPr', {}, [
              node('a:xfrm', {}, [node('a:off', { x: '0', y: '0' }), node('a:ext', size)]),
              node('a:prstGeom', { prst: 'rect' }, [node('a:avLst')]),
            ]),
          ]),
        ]),
      ]),
    ]),
  ]);
}

function node(name: string, attributes: Record<string, string> = {}, childNodes: XmlNode[] = []): XmlNode {
  return xml.create.generalNode(name, { attributes: { ...attributes }, childNodes });
}
