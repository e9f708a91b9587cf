// The built-in site report: who was on site, the status in numbers, then each pin with its plan, photos and tasks.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { layoutOf, reportHead, taskFigures } from './blocks.ts';
import { attendeeTable, weatherTable } from './day-tables.ts';
import { gap, type Layout, textWidth } from './document.ts';
import { pinBlocks } from './pin-block.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export const siteReport = (t: Translator, options: ReportOptions): Layout =>
  layoutOf(PAGE, t, [
    ...reportHead(t, 'report.ready.siteReport', WIDTH),
    ...(options.without.includes('figures') ? [] : [taskFigures(t, WIDTH), gap(8)]),
    weatherTable(t, WIDTH),
    attendeeTable(t, WIDTH),
    pinBlocks(
      t,
      {
        width: WIDTH,
        crop: { width: 69, height: 50, span: 5 },
        photoColumns: 3,
        facts: 'all',
        tasks: true,
        comments: true,
      },
      options,
      (pinTable) => [gap(8), pinTable, gap(2)],
    ),
  ]);
