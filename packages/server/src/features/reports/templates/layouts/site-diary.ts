// The built-in construction diary of one day: weather and people first, then work and findings, and two signatures.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { signatures, signatureTable } from './blocks.ts';
import { attendeeTable, weatherTable } from './day-tables.ts';
import { gap, type Layout, paragraph, run, section, textWidth } from './document.ts';
import { extraSections } from './extra-sections.ts';
import { pinBlocks } from './pin-block.ts';
import { layoutOf } from './report-frame.ts';

export function siteDiary(t: Translator, options: ReportOptions): Layout {
  const page = { landscape: false, paper: options.paper };
  const width = textWidth(page);
  return layoutOf(t, { page, kind: 'report.ready.siteDiary', options, day: 'weekday' }, [
    weatherTable(t, width),
    attendeeTable(t, width),
    // The heading of the pins follows below.
    ...extraSections(t, page, { ...options, group: 'plan' }),
    section('any pins', paragraph(run(t('report.doc.work')), { style: 'Heading1' })),
    pinBlocks(
      t,
      { page, width, crop: { span: 4, shape: 0.725 }, photoColumns: 4, facts: 'notes', tasks: true, comments: true },
      options,
      (pinTable) => [pinTable, gap(8)],
    ),
    gap(4),
    section('not signatures', signatures(t, width)),
    signatureTable(t, width),
  ]);
}
