// The built-in statistics: the figures of pins and tasks, then by company, trade, category and plan, each with a bar.
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { heads, layoutOf, listed, reportHead, taskFigures } from './blocks.ts';
import { type Block, cell, gap, INK, type Layout, paragraph, row, rowsOf, run, table, textWidth } from './document.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);
const BAR = 52;
const FIGURE = 22;
const COLUMNS = [WIDTH - BAR - 3 * FIGURE, BAR, FIGURE, FIGURE, FIGURE];

const GROUPINGS: readonly (readonly [list: string, title: TextKey, without: TextKey])[] = [
  ['companies', 'report.doc.byCompany', 'organisation.noCompany'],
  ['trades', 'report.doc.byTrade', 'dashboard.noCraft'],
  ['categories', 'report.doc.byCategory', 'pin.noCategory'],
  ['plans', 'report.doc.byPlan', 'pin.without'],
];

export const statistics = (t: Translator): Layout =>
  layoutOf(PAGE, t, [
    ...reportHead(t, 'report.ready.statistics', WIDTH),
    pinFigures(t),
    gap(6),
    taskFigures(t, WIDTH),
    ...GROUPINGS.map(([list, title, without]) => groupTable(t, list, title, without)),
  ]);

function pinFigures(t: Translator): Block {
  const shown = [
    ['count.pins', t('report.doc.total'), INK.brand],
    ['count.pins.open', t('pin.status.open'), '1D62A8'],
    ['count.pins.closed', t('pin.status.closed'), '3C3832'],
    ['count.pins.inactive', t('pin.status.inactive'), INK.quiet],
    ['count.photos', t('report.doc.photos'), INK.brand],
  ] as const;
  const cells = shown.map(([name, label, colour]) =>
    cell(
      [
        paragraph(run(`{${name}}`, { size: 17, bold: true, colour }), { after: 0, before: 3 }),
        paragraph(run(label, { size: 8.5, colour: INK.quiet }), { after: 3 }),
      ],
      { fill: INK.ground },
    ),
  );
  const title = paragraph(run(t('report.pins'), { bold: true }), { after: 0 });
  const one = (WIDTH - 34) / shown.length;
  return table(
    { columns: [34, ...shown.map(() => one)], inset: 3 },
    row(cell(title, { fill: INK.ground, middle: true }), ...cells),
  );
}

const figureHead = (label: string) => ({ label, align: 'right' as const });

function groupTable(t: Translator, list: string, title: TextKey, without: TextKey): Block {
  const figure = (name: string) =>
    cell(paragraph(run(`{group.${name}}`, { size: 9 }), { align: 'right', after: 0 }), { line: true, middle: true });
  const name = run(`{group.title}{#not group.title}${t(without)}{/not group.title}`, { size: 9 });
  return listed(
    list,
    t(title),
    table(
      { columns: COLUMNS },
      heads('', '', ...[t('report.pins'), t('task.list'), t('task.status.overdue')].map(figureHead)),
      rowsOf(
        list,
        row(
          cell(paragraph(name, { after: 0 }), { line: true, middle: true }),
          cell(paragraph(run(`{group.bar [width: ${BAR - 4}, height: 3.5]}`), { after: 0 }), {
            line: true,
            middle: true,
          }),
          figure('pins'),
          figure('tasks'),
          figure('tasks.overdue'),
        ),
      ),
    ),
  );
}
