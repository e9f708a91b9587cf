// Words survive storing and loading, and are found as people type them.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { searchWords, type Word } from '@plumbline/core/features/imports/plan-words';
import { expect, test } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { readTextLayer, writeTextLayer } from './text-layer.ts';

const folder = testFolder();
const word = (text: string, x = 0.1, y = 0.2): Word => ({ text, x, y, w: 0.05, h: 0.01 });

test('a layer is read from its path, its bytes or a stream', async () => {
  const path = join(await folder.fresh(), 'text.json.gz');
  const words = [word('Küche'), word('R\\1.2"', 0.99999, 0), word('平面図', 0.5, 1)];
  await writeTextLayer(path, words);
  for (const source of [path, await readFile(path), createReadStream(path)])
    expect(await readTextLayer(source)).toEqual(words);
  await writeTextLayer(path, []);
  expect(await readTextLayer(path)).toEqual([]);
});

test.each([
  ['kuche', ['Küche', 'KÜCHENZEILE']],
  ['KÜCHE', ['Küche', 'KÜCHENZEILE']],
  ['strasse', ['Hauptstraße']],
  ['zeile', ['KÜCHENZEILE']],
  ['bad 1.0', ['Bad 1.02', 'Bad 1.03']],
  ['d 1.02 tür', ['Bad 1.02 Tür']],
  ['bad tür', []],
  ['1.02  ', ['1.02']],
  ['   ', []],
  ['', []],
])('“%s” finds %j', (query, found) => {
  const words = ['Küche', 'KÜCHENZEILE', 'Hauptstraße', 'Bad', '1.02', 'Tür', 'Bad', '1.03'].map((one) => word(one));
  expect(searchWords(words, query).map((one) => one.text)).toEqual(found);
});

test('a hit of several words spans them', () => {
  const [hit] = searchWords([word('Bad', 0.1, 0.2), word('1.02', 0.2, 0.21)], 'bad 1.02');
  expect(hit?.x).toBeCloseTo(0.1);
  expect(hit?.y).toBeCloseTo(0.2);
  expect(hit?.w).toBeCloseTo(0.15);
  expect(hit?.h).toBeCloseTo(0.02);
});
