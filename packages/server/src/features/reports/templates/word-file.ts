// Wraps the body of a built-in template into a Word file: styles, page, header with the project's logo, footer with
// page numbers.
import type { Translator } from '@plumbline/locales/translate';
import { zipBuffer } from '../../../office/zip-write.ts';
import { cell, field, gap, INK, paragraph, run, tab, table, twips, when } from './markup.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export type Page = { landscape: boolean };

/** In millimetres: A4 with room for punch holes. */
export const MARGIN = { top: 26, side: 18, bottom: 18 } as const;

/** The text width of a page, in millimetres. */
export const textWidth = ({ landscape }: Page): number => (landscape ? 297 : 210) - 2 * MARGIN.side;

export function wordFile(body: string, page: Page, t: Translator): Promise<Buffer> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations({ rId1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': part('document', `<w:body>${body}${section(page)}</w:body>`),
    'word/_rels/document.xml.rels': relations({
      rId1: ['styles', 'styles.xml'],
      rId2: ['settings', 'settings.xml'],
      rId3: ['header', 'header1.xml'],
      rId4: ['footer', 'footer1.xml'],
    }),
    'word/styles.xml': part('styles', styles(t.locale)),
    'word/settings.xml': part(
      'settings',
      '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>',
    ),
    'word/header1.xml': part('hdr', header(textWidth(page))),
    'word/footer1.xml': part('ftr', footer(textWidth(page), t)),
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

function section({ landscape }: Page): string {
  const [width, height] = landscape ? [297, 210] : [210, 297];
  const turned = landscape ? ' w:orient="landscape"' : '';
  return [
    '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/>',
    `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${turned}/>`,
    `<w:pgMar w:top="${twips(MARGIN.top)}" w:right="${twips(MARGIN.side)}" w:bottom="${twips(MARGIN.bottom)}"`,
    ` w:left="${twips(MARGIN.side)}" w:header="${twips(9)}" w:footer="${twips(8)}" w:gutter="0"/></w:sectPr>`,
  ].join('');
}

function header(width: number): string {
  const small = { size: 8.5, colour: INK.quiet };
  const left =
    paragraph(run('{project.title}', { ...small, bold: true, colour: INK.text }), { after: 0 }) +
    paragraph(run('{project.company}', small), { after: 0 });
  const right = paragraph(run('{project.logo [width: 50, height: 12]}'), { align: 'right', after: 0 });
  const rows = [{ cells: [cell(left, { line: true }), cell(right, { line: true })] }];
  return table({ columns: [width - 60, 60], inset: 0 }, rows) + gap(2);
}

/** The text around the page numbers depends on the language: "Page 2 of 7". */
function footer(width: number, t: Translator): string {
  const look = { size: 8, colour: INK.quiet };
  const words = t('report.doc.page', { page: '<PAGE>', pages: '<NUMPAGES>' }).split(/<(PAGE|NUMPAGES)>/u);
  const numbers = words.map((word) => (word === 'PAGE' || word === 'NUMPAGES' ? field(word, look) : run(word, look)));
  const line = paragraph([run('{report.title}  ·  {report.date}', look), tab, ...numbers], {
    tabs: [-width],
    after: 0,
  });
  const logo = paragraph(run('{project.footerLogo [width: 60, height: 8]}'), { after: 0, before: 2 });
  return line + when('project.footerLogo', logo);
}

function styles(locale: string): string {
  const fonts = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial" w:eastAsia="Arial"/>';
  const size = (points: number) => `<w:sz w:val="${points * 2}"/><w:szCs w:val="${points * 2}"/>`;
  const colour = (value: string) => `<w:color w:val="${value}"/>`;
  const space = (before: number, after: number) => `<w:spacing w:before="${before * 20}" w:after="${after * 20}"/>`;
  const style = (id: string, name: string, paragraphLook: string, runLook: string, level?: number) =>
    [
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>`,
      `<w:next w:val="Normal"/><w:qFormat/><w:pPr>${paragraphLook}`,
      level === undefined ? '' : `<w:outlineLvl w:val="${level}"/>`,
      `</w:pPr><w:rPr>${runLook}</w:rPr></w:style>`,
    ].join('');
  const rule = `<w:pBdr><w:top w:val="single" w:sz="6" w:space="5" w:color="${INK.brand}"/></w:pBdr>`;
  return [
    `<w:docDefaults><w:rPrDefault><w:rPr>${fonts}${colour(INK.text)}${size(10)}<w:lang w:val="${locale}"/></w:rPr></w:rPrDefault>`,
    '<w:pPrDefault><w:pPr><w:spacing w:after="60" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    style('Title', 'Title', `<w:keepNext/>${space(0, 2)}`, `<w:b/>${colour(INK.brand)}${size(22)}`),
    style('Heading1', 'heading 1', `<w:keepNext/>${space(16, 6)}`, `<w:b/>${colour(INK.brand)}${size(13)}`, 0),
    style('Heading2', 'heading 2', `<w:keepNext/>${rule}${space(14, 5)}`, `<w:b/>${size(12)}`, 1),
    style('Heading3', 'heading 3', `<w:keepNext/>${space(8, 3)}`, `<w:b/>${colour(INK.quiet)}${size(9)}`, 2),
    style('Small', 'Small', space(0, 2), size(9)),
  ].join('');
}
