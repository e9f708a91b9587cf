// The built-in site report: who was on site, the status in numbers, then each pin with its plan, photos and tasks.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { signatureTable, taskFigures } from './blocks.ts';
import { attendeeTable, weatherTable } from './day-tables.ts';
import { gap, gapBefore, type Layout, textWidth } from './document.ts';
import { extraSections } from './extra-sections.ts';
import { pinBlocks } from './pin-block.ts';
import { layoutOf } from './report-frame.ts';

export function siteReport(t: Translator, options: ReportOptions): Layout {
  const page = { landscape: false, paper: options.paper };
  const width = textWidth(page);
  return layoutOf(t, { page, kind: 'report.ready.siteReport', options }, [
    ...(options.without.includes('figures') ? [] : [taskFigures(t, width), gap(8)]),
    weatherTable(t, width),
    attendeeTable(t, width),
    ...extraSections(t, page, options),
    pinBlocks(
      t,
      { page, width, crop: { span: 5, shape: 0.725 }, photoColumns: 3, facts: 'all', tasks: true, comments: true },
      options,
      (pinTable) => [gapBefore(8), pinTable, gap(2)],
    ),
    signatureTable(t, width),
  ]);
}
