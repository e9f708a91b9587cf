// The frame of a built-in template: its cover or head, and the top and bottom of its pages.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { when } from './blocks.ts';
import {
  type Block,
  type Cell,
  cell,
  gap,
  INK,
  type Layout,
  type Page,
  pageBreak,
  pageField,
  pageSize,
  paragraph,
  row,
  run,
  section,
  tab,
  table,
  textWidth,
} from './document.ts';

type LayoutOptions = {
  page: Page;
  /** The kind of report. */
  kind: TextKey;
  options: ReportOptions;
  /** Without a head, only a cover names the report before its content. */
  head?: boolean;
  /** How the date of the report is written. */
  day?: 'long' | 'weekday';
};

/**
 * A layout with the project and its logo at the top of each page, and the page numbers at the bottom. Starts with a cover
 * or with the head of the report.
 */
export function layoutOf(
  t: Translator,
  { page, kind, options: { extra }, head = true, day = 'long' }: LayoutOptions,
  body: readonly Block[],
): Layout {
  const width = textWidth(page);
  const cover = extra.includes('cover');
  const facts = reportFacts(t, width, day);
  const start = cover ? coverPage(t, kind, page, facts) : head ? reportHead(t, kind, facts) : [];
  const contents: Block[] = extra.includes('contents') ? [{ kind: 'contents', title: t('report.doc.contents') }] : [];
  return { page, cover, body: [...start, ...contents, ...body], header: header(width), footer: footer(width, t) };
}

function header(width: number): Block[] {
  const quiet = { size: 8.5, colour: INK.quiet };
  const left = [
    paragraph(run('{project.title}', { size: 8.5, bold: true }), { after: 0 }),
    paragraph(run('{project.company}', quiet), { after: 0 }),
  ];
  const right = paragraph(run('{project.logo [width: 50, height: 11]}'), { align: 'right', after: 0 });
  const columns = [width - 60, 60];
  return [table({ columns, inset: 0 }, row(cell(left, { line: true }), cell(right, { line: true }))), gap(2)];
}

/** The text around the page numbers depends on the language: "Page 2 of 7". */
function footer(width: number, t: Translator): Block[] {
  const look = { size: 8, colour: INK.quiet };
  const words = t('report.doc.page', { page: '<PAGE>', pages: '<NUMPAGES>' }).split(/<(PAGE|NUMPAGES)>/u);
  const numbers = words
    .filter((word) => word !== '')
    .map((word) => (word === 'PAGE' || word === 'NUMPAGES' ? pageField(word, look) : run(word, look)));
  const logo = paragraph(run('{project.footerLogo [width: 60, height: 8]}'), { after: 0, before: 2 });
  return [
    paragraph([run('{report.title}  ·  {report.date}', look), tab, ...numbers], { tabs: [-width], after: 0 }),
    when('project.footerLogo', logo),
  ];
}

/** The kind of report, its title, and where, when and by whom it was created. */
function reportHead(t: Translator, kind: TextKey, facts: Block): Block[] {
  return [
    kindOfReport(t, kind),
    paragraph(run('{report.title}'), { style: 'Title' }),
    paragraph(run(PROJECT, { colour: INK.quiet }), { after: 6, keepNext: true }),
    facts,
    gap(8),
  ];
}

const PROJECT = '{project.title}{#project.address}  ·  {project.address}{/project.address}';

const kindOfReport = (t: Translator, kind: TextKey): Block =>
  paragraph(
    [
      run(t(kind), { size: 9.5, bold: true, colour: INK.quiet }),
      run('{#report.number}  ·  '),
      run(`${t('report.doc.number')} {report.number}{/report.number}`, { size: 9.5, colour: INK.quiet }),
    ],
    { after: 0, keepNext: true },
  );

function reportFacts(t: Translator, width: number, day: 'long' | 'weekday'): Block {
  const known = (label: string, value: string): Cell =>
    cell(
      [
        paragraph(run(label, { size: 8, colour: INK.quiet }), { after: 0 }),
        paragraph(run(value, { size: 9.5 }), { after: 1 }),
      ],
      { line: true },
    );
  return table(
    { columns: [width * 0.22, width * 0.28, width * 0.36, width * 0.14], inset: 0 },
    row(
      known(t('report.doc.date'), `{report.date [format: "${day}"]}`),
      known(t('pin.creator'), '{report.createdBy}'),
      known(t('project.company'), '{project.company}'),
      known(t('report.pins'), '{count.pins}'),
    ),
  );
}

/** A page with the picture and the logos of the project. */
function coverPage(t: Translator, kind: TextKey, page: Page, facts: Block): Block[] {
  const width = textWidth(page);
  const { height } = pageSize(page);
  // Leaves room for the facts and logos below a title of two lines, or of three on an upright page.
  const picture = Math.round(Math.min(width * 0.78, height * (page.landscape ? 0.25 : 0.41)));
  // Without a picture the title is at the same height, which leaves the upper part of the page empty.
  const space = (picture * 72) / 25.4;
  const logo = (name: string, align: 'left' | 'right') =>
    cell(paragraph(run(`{${name} [width: 60, height: 16]}`), { align, after: 0 }), { middle: true });
  return [
    when(
      'project.picture',
      paragraph(run(`{project.picture [width: ${Math.floor(width)}, height: ${picture}]}`), {
        after: 0,
        align: 'left',
      }),
    ),
    // In a table, because space at the top of a page is dropped.
    section('not project.picture', table({ columns: [width], inset: 0 }, row(cell(gap(Math.round(space)))))),
    gap(24),
    kindOfReport(t, kind),
    paragraph(run('{report.title}', { size: 28 }), { style: 'Title' }),
    paragraph(run('{project.title}', { size: 13, bold: true }), { after: 1 }),
    when('project.address', paragraph(run('{project.address}', { size: 11, colour: INK.quiet }), { after: 0 })),
    gap(20),
    facts,
    gap(20),
    table(
      { columns: [width / 2, width / 2], inset: 0 },
      row(logo('project.logo', 'left'), logo('project.footerLogo', 'right')),
    ),
    pageBreak,
  ];
}
