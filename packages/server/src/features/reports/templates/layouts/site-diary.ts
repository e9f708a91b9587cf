// The built-in construction diary of one day: weather and people first, then work and findings, and two signatures.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { layoutOf, reportHead, signatures } from './blocks.ts';
import { attendeeTable, weatherTable } from './day-tables.ts';
import { gap, INK, type Layout, paragraph, run, section, textWidth } from './document.ts';
import { pinBlocks } from './pin-block.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export const siteDiary = (t: Translator, options: ReportOptions): Layout =>
  layoutOf(PAGE, t, [
    ...reportHead(t, 'report.ready.siteDiary', WIDTH),
    paragraph(run('{report.date [format: "weekday"]}', { size: 13, bold: true, colour: INK.brand }), { after: 1 }),
    weatherTable(t, WIDTH),
    attendeeTable(t, WIDTH),
    section('any pins', paragraph(run(t('report.doc.work')), { style: 'Heading1' })),
    pinBlocks(
      t,
      {
        width: WIDTH,
        crop: { width: 55, height: 40, span: 4 },
        photoColumns: 4,
        facts: 'notes',
        tasks: true,
        comments: true,
      },
      options,
      (pinTable) => [pinTable, gap(8)],
    ),
    gap(4),
    signatures(t, WIDTH),
  ]);
