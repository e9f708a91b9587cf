// The built-in photo documentation: the photos of each pin, large, two in a row, with date and author.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { signatureTable, small } from './blocks.ts';
import { gap, gapBefore, INK, type Layout, section, textWidth } from './document.ts';
import { extraSections } from './extra-sections.ts';
import { pinBlocks } from './pin-block.ts';
import { layoutOf } from './report-frame.ts';

export function photoPages(t: Translator, options: ReportOptions): Layout {
  const page = { landscape: false, paper: options.paper };
  return layoutOf(t, { page, kind: 'report.ready.photoPages', options }, [
    gap(2),
    small(`${t('report.doc.photos')}: {count.photos}`, INK.quiet),
    ...extraSections(t, page, options),
    pinBlocks(
      t,
      { page, width: textWidth(page), photoColumns: 2, facts: 'notes', tasks: false, comments: false },
      options,
      (pinTable) => [section('any photos', gapBefore(6), pinTable)],
    ),
    gap(2),
    signatureTable(t, textWidth(page)),
  ]);
}
