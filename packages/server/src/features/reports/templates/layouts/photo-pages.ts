// The built-in photo documentation: the photos of each pin, large, two in a row, with date and author.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { layoutOf, reportHead } from './blocks.ts';
import { gap, type Layout, section, textWidth } from './document.ts';
import { pinBlocks } from './pin-block.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export const photoPages = (t: Translator, options: ReportOptions): Layout =>
  layoutOf(PAGE, t, [
    ...reportHead(t, 'report.ready.photoPages', WIDTH),
    pinBlocks(
      t,
      { width: WIDTH, photoColumns: 2, facts: 'notes', tasks: false, comments: false },
      options,
      (pinTable) => [section('any photos', gap(6), pinTable)],
    ),
    gap(2),
  ]);
