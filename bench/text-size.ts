// Height of the smallest text of each sample sheet at the deepest level of its tiles. Isolated smaller words, at most one in
// fifty, do not determine the resolution of a sheet; their size is printed too.
// Usage: `node bench/text-size.ts [folder of the sample files]`.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openPage, openPdf } from '@plumbline/server/rendering/engines/pdf/document';
import { wordsOf } from '@plumbline/server/rendering/engines/pdf/page-words';
import { pixelsOf, smallestText } from '@plumbline/server/rendering/pages/resolution';
import { judge, table } from './common/figures.ts';

const GOAL_PX = 9;
/** Of a capital letter, in sizes of its font; usual for the sans-serif fonts of drawings. */
const CAPITAL = 0.7;

const samples = process.argv[2] ?? join(import.meta.dirname, '../../shared/samples');
const folders = existsSync(samples) ? readdirSync(samples).filter((name) => name.endsWith('-pdf')) : [];
const files = folders.flatMap((folder) =>
  readdirSync(join(samples, folder)).map((name) => join(samples, folder, name)),
);
const rows: string[][] = [];
let below = 0;
for (const file of files) {
  const document = await openPdf(file, 'pdfConversion');
  for (let number = 1; number <= document.pageCount; number++) {
    const page = openPage(document, number, 'pdfConversion');
    const sizes = wordsOf(page).map(({ sizePt }) => sizePt * page.unit);
    const smallestPt = smallestText(sizes);
    const { dpi } = pixelsOf({ ...page, smallestPt });
    const height = (sizePt: number) => (CAPITAL * sizePt * dpi) / 72;
    const isolated = Math.min(...sizes.filter((size) => size > 0.5));
    if (smallestPt !== null && height(smallestPt) < GOAL_PX) below += 1;
    rows.push([
      `${basename(file).slice(0, 40)} ${number}`,
      dpi.toFixed(0),
      ...(smallestPt === null
        ? ['no text', '', '']
        : [smallestPt.toFixed(1), height(smallestPt).toFixed(1), height(isolated).toFixed(1)]),
    ]);
    page.close();
  }
  document.close();
}
if (rows.length === 0) throw new Error(`no sample files in ${samples}`);
table(['sheet', 'dpi', 'smallest text pt', 'its capitals px', 'isolated words px'], rows);
judge(`sheets whose smallest text is lower than ${GOAL_PX} px`, below, 0);
