// Writes a built-in template as a Word file: styles, page, header and footer around its body.
import { zipBuffer } from '../../../../office/zip-write.ts';
import {
  BODY_SIZE,
  INK,
  type Layout,
  MARGIN,
  NAMED_STYLES,
  type NamedStyle,
  PARAGRAPH_AFTER,
  type Page,
  pageSize,
} from '../layouts/document.ts';
import { blocksXml, twips } from './markup.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export function wordFile({ page, cover, body, header, footer }: Layout, locale: string): Promise<Buffer> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations({ rId1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': part('document', `<w:body>${blocksXml(body)}${section(page, cover)}</w:body>`),
    'word/_rels/document.xml.rels': relations({
      rId1: ['styles', 'styles.xml'],
      rId2: ['settings', 'settings.xml'],
      rId3: ['header', 'header1.xml'],
      rId4: ['footer', 'footer1.xml'],
    }),
    'word/styles.xml': part('styles', styles(locale)),
    'word/settings.xml': part(
      'settings',
      '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>',
    ),
    'word/header1.xml': part('hdr', blocksXml(header)),
    'word/footer1.xml': part('ftr', blocksXml(footer)),
  };
  return zipBuffer(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(DECLARATION + text) })));
}

const part = (name: string, content: string): string =>
  `<w:${name} xmlns:w="${WORD}" xmlns:r="${RELATIONS}">${content}</w:${name}>`;

function contentTypes(): string {
  const kinds = {
    document: 'document.main',
    styles: 'styles',
    settings: 'settings',
    header1: 'header',
    footer1: 'footer',
  };
  const overrides = Object.entries(kinds).map(
    ([name, kind]) => `<Override PartName="/word/${name}.xml" ContentType="${OFFICE}.${kind}+xml"/>`,
  );
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    ...overrides,
    '</Types>',
  ].join('');
}

function relations(targets: Readonly<Record<string, readonly [string, string]>>): string {
  const written = Object.entries(targets).map(
    ([id, [kind, target]]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${written.join('')}</Relationships>`;
}

function section(page: Page, cover: boolean): string {
  const { width, height } = pageSize(page);
  const turned = page.landscape ? ' w:orient="landscape"' : '';
  return [
    '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/>',
    `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${turned}/>`,
    `<w:pgMar w:top="${twips(MARGIN.top)}" w:right="${twips(MARGIN.side)}" w:bottom="${twips(MARGIN.bottom)}"`,
    ` w:left="${twips(MARGIN.side)}" w:header="${twips(MARGIN.header)}" w:footer="${twips(MARGIN.footer)}" w:gutter="0"/>`,
    cover ? '<w:titlePg/></w:sectPr>' : '</w:sectPr>',
  ].join('');
}

const WORD_NAMES: Readonly<Record<NamedStyle, string>> = {
  Title: 'Title',
  Heading1: 'heading 1',
  Heading2: 'heading 2',
};

function styles(locale: string): string {
  const fonts = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial" w:eastAsia="Arial"/>';
  const size = (points: number) => `<w:sz w:val="${points * 2}"/><w:szCs w:val="${points * 2}"/>`;
  const colour = (value: string) => `<w:color w:val="${value}"/>`;
  const named = (Object.keys(NAMED_STYLES) as NamedStyle[]).map((id) => {
    const look = NAMED_STYLES[id];
    return [
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${WORD_NAMES[id]}"/><w:basedOn w:val="Normal"/>`,
      `<w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/>`,
      `<w:spacing w:before="${look.before * 20}" w:after="${look.after * 20}"/>`,
      look.level === undefined ? '' : `<w:outlineLvl w:val="${look.level}"/>`,
      `</w:pPr><w:rPr><w:b/>${colour(look.colour)}${size(look.size)}</w:rPr></w:style>`,
    ].join('');
  });
  return [
    `<w:docDefaults><w:rPrDefault><w:rPr>${fonts}${colour(INK.text)}${size(BODY_SIZE)}<w:lang w:val="${locale}"/></w:rPr></w:rPrDefault>`,
    `<w:pPrDefault><w:pPr><w:spacing w:after="${PARAGRAPH_AFTER * 20}" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`,
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    ...named,
  ].join('');
}
