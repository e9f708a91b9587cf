// The built-in photo documentation: the photos of each pin, large, two in a row, with date and author.
import type { Translator } from '@plumbline/locales/translate';
import { layoutOf, reportHead } from './blocks.ts';
import { gap, type Layout, section, textWidth } from './document.ts';
import { pinTable } from './pin-block.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export const photoPages = (t: Translator): Layout =>
  layoutOf(PAGE, t, [
    ...reportHead(t, 'report.ready.photoPages', WIDTH),
    section(
      'pins',
      section(
        'any photos',
        gap(6),
        pinTable(t, { width: WIDTH, photoColumns: 2, facts: 'notes', tasks: false, comments: false }),
      ),
    ),
    gap(2),
  ]);
