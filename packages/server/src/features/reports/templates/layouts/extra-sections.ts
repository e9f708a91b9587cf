// Sections that can be added to built-in templates: whole plans with their pins, and tasks by company and trade.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { heads, listed } from './blocks.ts';
import {
  type Block,
  cell,
  gap,
  INK,
  MARGIN,
  type Page,
  pageSize,
  paragraph,
  row,
  rowsOf,
  run,
  section,
  table,
  textWidth,
} from './document.ts';

/**
 * The figures and plans that were chosen in addition to what the template shows, and the heading that ends them. Without
 * `headings`, the pins after them are on pages of their own.
 */
export function extraSections(t: Translator, page: Page, { extra, group }: ReportOptions, headings = true): Block[] {
  const width = textWidth(page);
  const heading = (list: string, key: TextKey): Block[] =>
    headings ? [section(`any ${list}`, paragraph(run(t(key)), { style: 'Heading1', keepNext: true }))] : [];
  const isBeforePins = headings && group === 'none' && extra.some((name) => name !== 'cover');
  return [
    ...(extra.includes('companies') ? [groupFigures(t, width, 'companies'), groupFigures(t, width, 'trades')] : []),
    ...(extra.includes('overviews') ? [...heading('plans', 'plan.list'), planOverviews(t, page)] : []),
    ...(isBeforePins ? heading('pins', 'report.pins') : []),
  ];
}

/** In millimetres. */
const CODE_SIZE = 18;
/** What the code is for, beside it. */
const HINT = 50;

/** Each plan with all of its pins, under its name, and the code that leads to the state of its revision. */
function planOverviews(t: Translator, page: Page): Block {
  const width = textWidth(page);
  // With its name and the heading above it, and the code below it.
  const height = Math.floor(pageSize(page).height - MARGIN.top - MARGIN.bottom - 36 - CODE_SIZE);
  const figures = `${t('report.pins')}: {group.pins}  ·  ${t('task.list')}: {group.tasks}`;
  const hint = section(
    'group.code',
    paragraph(run(t('planPrint.codeCaption'), { size: 8, colour: INK.quiet }), { align: 'right', after: 0 }),
  );
  return section(
    'plans',
    section(
      'group.overview',
      paragraph(run('{group.title}'), { style: 'Heading2', before: 4, after: 3, keepNext: true }),
      paragraph(run(`{group.overview [width: ${Math.floor(width)}, height: ${height}]}`), { after: 2, keepNext: true }),
      table(
        { columns: [width - HINT - CODE_SIZE, HINT, CODE_SIZE], inset: 0 },
        row(
          cell(paragraph(run(figures, { size: 9, colour: INK.quiet }), { after: 0 })),
          cell([hint], { middle: true }),
          cell(
            paragraph(run(`{group.code [width: ${CODE_SIZE}, height: ${CODE_SIZE}]}`), { align: 'right', after: 0 }),
          ),
        ),
      ),
      gap(8),
    ),
  );
}

const BAR = 52;
const FIGURE = 22;

const GROUPINGS = {
  companies: ['report.doc.byCompany', 'organisation.noCompany'],
  trades: ['report.doc.byTrade', 'dashboard.noCraft'],
  categories: ['report.doc.byCategory', 'pin.noCategory'],
  plans: ['report.doc.byPlan', 'pin.without'],
} as const satisfies Record<string, readonly [title: TextKey, without: TextKey]>;
export const FIGURE_LISTS = Object.keys(GROUPINGS) as (keyof typeof GROUPINGS)[];

const figureHead = (label: string) => ({ label, align: 'right' as const });

/** The pins and tasks of each group of a list, with a bar. */
export function groupFigures(t: Translator, width: number, list: keyof typeof GROUPINGS): Block {
  const [title, without] = GROUPINGS[list];
  const columns = [width - BAR - 3 * FIGURE, BAR, FIGURE, FIGURE, FIGURE];
  const figure = (name: string) =>
    cell(paragraph(run(`{group.${name}}`, { size: 9 }), { align: 'right', after: 0 }), { line: true, middle: true });
  const name = run(`{group.title}{#not group.title}${t(without)}{/not group.title}`, { size: 9 });
  return listed(
    list,
    t(title),
    table(
      { columns },
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
