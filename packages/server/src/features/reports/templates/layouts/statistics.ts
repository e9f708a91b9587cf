// The built-in statistics: the figures of pins and tasks, then by company, trade, category and plan, each with a bar.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { signatureTable, taskFigures } from './blocks.ts';
import { type Block, cell, gap, INK, type Layout, paragraph, row, run, table, textWidth } from './document.ts';
import { extraSections, FIGURE_LISTS, groupFigures } from './extra-sections.ts';
import { layoutOf } from './report-frame.ts';

export function statistics(t: Translator, options: ReportOptions): Layout {
  const page = { landscape: false, paper: options.paper };
  const width = textWidth(page);
  return layoutOf(t, { page, kind: 'report.ready.statistics', options }, [
    pinFigures(t, width),
    gap(6),
    taskFigures(t, width),
    ...FIGURE_LISTS.map((list) => groupFigures(t, width, list)),
    ...extraSections(t, page, { ...options, group: 'plan' }),
    signatureTable(t, width),
  ]);
}

function pinFigures(t: Translator, width: number): Block {
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
  const one = (width - 34) / shown.length;
  return table(
    { columns: [34, ...shown.map(() => one)], inset: 3 },
    row(cell(title, { fill: INK.ground, middle: true }), ...cells),
  );
}
