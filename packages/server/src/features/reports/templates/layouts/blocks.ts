// What several built-in templates share: facts, list headings, the strip of figures, signatures.
import type { Translator } from '@plumbline/locales/translate';
import {
  type Block,
  cell,
  gap,
  headerRow,
  INK,
  paragraph,
  type Row,
  row,
  rowsOf,
  run,
  section,
  tab,
  table,
} from './document.ts';

const STATUS_COLOURS = {
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

/** Who signs, each with a line for place and date and one for the signature. */
export function signatureTable(t: Translator, width: number): Block {
  const quiet = (text: string) => paragraph(run(text, { size: 8, colour: INK.quiet }), { after: 0 });
  const who = [
    paragraph(run('{signature.role}', { size: 9, bold: true }), { before: 12, after: 0, keepNext: true }),
    paragraph(run('{signature.name}', { size: 9 }), { after: 1 }),
  ];
  const placeDate = paragraph(run('{signature.date}', { size: 9 }), { before: 24, after: 1 });
  const signed = [
    section('signature.image', paragraph(run('{signature.image [width: 48, height: 13]}'), { after: 0 })),
    section('not signature.image', gap(36)),
  ];
  const columns = [width * 0.34, 5, width * 0.24, 5, width * 0.42 - 10];
  const space = cell(quiet(''));
  return section(
    'any signatures',
    paragraph(run(t('report.signatures')), { style: 'Heading1' }),
    table(
      { columns, inset: 0 },
      heads('', '', t('report.doc.placeDate'), '', t('report.doc.signature')),
      rowsOf(
        'signatures',
        row(cell(who, { line: true }), space, cell(placeDate, { line: true }), space, cell(signed, { line: true })),
      ),
    ),
    gap(4),
  );
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
