// The built-in site report: who was on site, the status in numbers, then each pin with its plan, photos and tasks.
import type { Translator } from '@plumbline/locales/translate';
import { layoutOf, reportHead, taskFigures } from './blocks.ts';
import { attendeeTable, weatherTable } from './day-tables.ts';
import { gap, type Layout, section, textWidth } from './document.ts';
import { pinTable } from './pin-block.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export const siteReport = (t: Translator): Layout =>
  layoutOf(PAGE, t, [
    ...reportHead(t, 'report.ready.siteReport', WIDTH),
    taskFigures(t, WIDTH),
    gap(8),
    weatherTable(t, WIDTH),
    attendeeTable(t, WIDTH),
    section(
      'pins',
      gap(8),
      pinTable(t, {
        width: WIDTH,
        crop: { width: 69, height: 50, span: 5 },
        photoColumns: 3,
        facts: 'all',
        tasks: true,
        comments: true,
      }),
      gap(2),
    ),
  ]);
