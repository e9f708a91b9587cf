// What is read from sheets: number, title, scales of views and rooms on sample files, and number and title on generated
// title blocks in 16 languages. Right or missing, never wrong: a wrong one misses the goal.
// Usage: `node bench/sheet-reading.ts [folder of the sample files]`; without the samples only generated sheets are read.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LAYOUTS, named } from '@plumbline/server/rendering/testing/title-block-layouts';
import { judge, table } from './common/figures.ts';
import { EXPECTED } from './sheet-reading/expected.ts';
import { proposeTitles, sheetFacts } from './sheet-reading/read.ts';

const samples = process.argv[2] ?? join(import.meta.dirname, '../../shared/samples');
let wrong = 0;

/** "3 of 4", or with the wrong ones: "3 of 4, wrong: …". Names of several entries may be read more than once. */
function compared(read: readonly string[], expected: readonly string[]): string {
  if (read.length === 0 && expected.length === 0) return '';
  const found = new Set(read.filter((one) => expected.includes(one)));
  const others = [...new Set(read)].filter((one) => !expected.includes(one));
  // A part of the name is incomplete, not wrong.
  const misread = others.filter((one) => !expected.some((whole) => whole.startsWith(`${one} `)));
  wrong += misread.length;
  const figures = `${found.size} of ${expected.length}`;
  return misread.length > 0 ? `${figures}, wrong: ${misread.join(' | ')}` : figures;
}

const single = (read: string, expected: string): string => {
  if (read === expected) return read === '' ? 'none' : 'right';
  if (read === '') return 'empty';
  wrong += 1;
  return `WRONG: ${read}`;
};

const rows: string[][] = [];
for (const [file, sheets] of Object.entries(EXPECTED)) {
  const path = join(samples, file);
  if (!existsSync(path)) continue;
  const titles = await proposeTitles(path);
  for (const [i, expected] of sheets.entries()) {
    const { views, rooms } = await sheetFacts(path, i + 1);
    rows.push([
      `${basename(file).slice(0, 32)} ${i + 1}`,
      single(titles[i]?.sheetNumber ?? '', expected.number),
      single(titles[i]?.title ?? '', expected.title),
      compared(views, expected.views),
      compared(rooms, expected.rooms),
    ]);
  }
}
if (rows.length > 0) table(['sample sheet', 'number', 'title', 'views', 'rooms'], rows);
else console.log(`no sample files in ${samples}`);

const generated = [1, 4].map((count) => {
  const figures = { number: { right: 0, empty: 0, wrong: 0 }, title: { right: 0, empty: 0, wrong: 0 } };
  for (const layout of LAYOUTS) {
    for (const [i, { title, sheetNumber }] of named(layout, count).entries()) {
      const judged = (read: string, expected: string | undefined) =>
        read === expected ? 'right' : read === '' ? 'empty' : 'wrong';
      figures.number[judged(sheetNumber, layout.numbers[i % layout.numbers.length])] += 1;
      // Without a title in the sheet, the name of the file is proposed.
      figures.title[judged(title.startsWith('sheets') ? '' : title, layout.wording.titles[i])] += 1;
    }
  }
  wrong += figures.number.wrong + figures.title.wrong;
  const percent = ({ right, empty, wrong: misread }: typeof figures.number) => {
    const all = right + empty + misread;
    return [`${right} of ${all}`, `${empty}`, `${misread}`];
  };
  return [`${LAYOUTS.length} layouts, ${count} sheets each`, ...percent(figures.number), ...percent(figures.title)];
});
console.log('');
table(['generated', 'numbers right', 'empty', 'wrong', 'titles right', 'empty', 'wrong'], generated);
judge('wrong numbers, titles, views and rooms', wrong, 0);
