// What is recognised on scans: the sample sheets as pictures of 200 dpi, a little noisy and askew. Right or missing, never
// wrong: a wrong one misses the goal. Needs Tesseract.
// Usage: `node bench/scanned-sheets.ts [folder of the sample files]`.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tesseract } from '@plumbline/server/platform/text-recogniser/tesseract';
import { judge, table } from './common/figures.ts';
import { scannedFacts } from './scans/read.ts';
import { EXPECTED } from './sheet-reading/expected.ts';

const samples = process.argv[2] ?? join(import.meta.dirname, '../../shared/samples');
const recogniser = tesseract();
if (!(await recogniser.available())) throw new Error('Tesseract is not installed');

const rows: string[][] = [];
let wrong = 0;
let right = 0;
const single = (read: string, expected: string): string => {
  if (read === expected) {
    right += read === '' ? 0 : 1;
    return read === '' ? 'none' : 'right';
  }
  if (read === '') return 'empty';
  wrong += 1;
  return `WRONG: ${read}`;
};

for (const [file, sheets] of Object.entries(EXPECTED)) {
  const path = join(samples, file);
  if (!existsSync(path)) continue;
  for (const [i, expected] of sheets.entries()) {
    const facts = await scannedFacts(recogniser, path, i + 1);
    const views = facts.views.filter((one) => expected.views.includes(one)).length;
    const misread = facts.views.filter((one) => !expected.views.includes(one));
    rows.push([
      `${basename(file).slice(0, 32)} ${i + 1}`,
      single(facts.sheetNumber, expected.number),
      single(facts.title, expected.title),
      `${views} of ${expected.views.length}${misread.length > 0 ? ` (${misread.join(' | ')})` : ''}`,
      `${Math.round(100 * facts.recall)} %`,
      `${facts.seconds.toFixed(0)} s`,
      `${facts.megapixels.toFixed(0)}`,
    ]);
  }
}
table(['scanned sheet', 'number', 'title', 'views', 'words', 'time', 'megapixels'], rows);
console.log(`${right} numbers and titles right`);
judge('wrong numbers and titles', wrong, 0);
