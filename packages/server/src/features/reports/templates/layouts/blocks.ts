// What several built-in templates share: the frame of the page, the head of the report, the strip of figures.
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import {
  type Block,
  type Cell,
  cell,
  gap,
  headerRow,
  INK,
  type Layout,
  type Page,
  pageField,
  paragraph,
  type Row,
  row,
  run,
  section,
  tab,
  table,
  textWidth,
} from './document.ts';

export const STATUS_COLOURS = {
  open: '1D62A8',
  overdue: 'B0241B',
  rejected: '86277F',
  done: '216E3F',
  closed: '3C3832',
} as const;

export const small = (text: string, colour?: string): Block =>
  paragraph(run(text, { size: 9, ...(colour && { colour }) }), { after: 1 });

/** Blocks that appear only if there is a value. */
export const when = (name: string, ...content: readonly Block[]): Block => section(name, ...content);

/** A label and its value; longer values wrap to the right of the label. */
export function fact(label: string, value: string, width = 25): Block {
  return paragraph([run(label, { size: 8.5, colour: INK.quiet }), tab, run(value, { size: 9 })], {
    tabs: [width],
    hanging: width,
    after: 1.5,
  });
}

/** A table header row. */
export const heads = (...labels: readonly (string | { label: string; align: 'right' })[]): Row =>
  headerRow(
    ...labels.map((given) => {
      const { label, align } = typeof given === 'string' ? { label: given, align: 'left' as const } : given;
      const look = { align, keepNext: true, after: 0 };
      const text = run(label, { size: 8, bold: true, colour: INK.quiet });
      return cell(paragraph(text, look), { line: true, fill: INK.ground });
    }),
  );

/** A heading followed by a table, left out if the list is empty. */
export const listed = (list: string, title: string, content: Block): Block =>
  section(`any ${list}`, paragraph(run(title), { style: 'Heading1' }), content, gap(4));

/** A layout with the project and its logo at the top of each page, and the page numbers at the bottom. */
export function layoutOf(page: Page, t: Translator, body: readonly Block[]): Layout {
  const width = textWidth(page);
  return { page, body, header: header(width), footer: footer(width, t) };
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
export function reportHead(t: Translator, kind: TextKey, width: number): Block[] {
  const known = (label: string, value: string): Cell =>
    cell(
      [
        paragraph(run(label, { size: 8, colour: INK.quiet }), { after: 0 }),
        paragraph(run(value, { size: 9.5 }), { after: 1 }),
      ],
      { line: true },
    );
  return [
    paragraph(
      [
        run(t(kind), { size: 9.5, bold: true, colour: INK.quiet }),
        run('{#report.number}  ·  '),
        run(`${t('report.doc.number')} {report.number}{/report.number}`, { size: 9.5, colour: INK.quiet }),
      ],
      { after: 0, keepNext: true },
    ),
    paragraph(run('{report.title}'), { style: 'Title' }),
    paragraph(run('{project.title}{#project.address}  ·  {project.address}{/project.address}', { colour: INK.quiet }), {
      after: 6,
      keepNext: true,
    }),
    table(
      { columns: [width * 0.22, width * 0.28, width * 0.36, width * 0.14], inset: 0 },
      row(
        known(t('report.doc.date'), '{report.date [format: "long"]}'),
        known(t('pin.creator'), '{report.createdBy}'),
        known(t('project.company'), '{project.company}'),
        known(t('report.pins'), '{count.pins}'),
      ),
    ),
    gap(8),
  ];
}

/** The number of tasks by status, in large type across the page. */
export function taskFigures(t: Translator, width: number): Block {
  const statuses = Object.keys(STATUS_COLOURS) as (keyof typeof STATUS_COLOURS)[];
  const cells = statuses.map((status) =>
    cell(
      [
        paragraph(run(`{count.tasks.${status}}`, { size: 17, bold: true, colour: STATUS_COLOURS[status] }), {
          after: 0,
          before: 3,
        }),
        paragraph(run(t(`task.status.${status}`), { size: 8.5, colour: INK.quiet }), { after: 3 }),
      ],
      { fill: INK.ground },
    ),
  );
  const title = paragraph(run(t('task.list'), { bold: true }), { after: 0 });
  const one = (width - 34) / statuses.length;
  const columns = [34, ...statuses.map(() => one)];
  return table({ columns, inset: 3 }, row(cell(title, { fill: INK.ground, middle: true }), ...cells));
}

/** Two signature lines, on one page. */
export function signatures(t: Translator, width: number): Block {
  const line = cell(paragraph(run(''), { before: 24, after: 0, keepNext: true }), { line: true });
  const space = cell(paragraph(run(''), { after: 0, keepNext: true }));
  const label = (text: string) => cell(paragraph(run(text, { size: 8, colour: INK.quiet }), { after: 0 }));
  return table(
    { columns: [width / 2 - 5, 10, width / 2 - 5], inset: 0 },
    row(line, space, line),
    row(label(t('report.doc.signedManager')), space, label(t('report.doc.signedCompany'))),
  );
}
