// Workbooks are read by two independent readers, ours and LibreOffice, which must find the same exact numbers and times.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { Cell } from '../../../../office/table-cells.ts';
import { xlsxRows } from '../../../../office/xlsx-read.ts';
import { writeTable } from '../../../../office/xlsx-write.ts';
import { libreOffice } from '../../../../platform/converter/libreoffice.ts';
import { runProgram } from '../../../../platform/external-program.ts';
import { wordsIn } from '../../content/report-texts.ts';
import { formatsIn, pin, reportOf, task } from '../../fixtures/report.ts';
import { gathered } from '../../fixtures/word.ts';
import { openWorkbook } from '../../fixtures/workbook.ts';
import { builtInFile } from '../../templates/ready-made.ts';
import { fillTemplate } from '../fill-template.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file as LibreOffice reads it; undefined where its spreadsheets are not installed. */
async function converted(bytes: Buffer, name: string, type: 'xlsx' | 'csv'): Promise<string | undefined> {
  const source = join(folder, `${name}.${type}`);
  await writeFile(source, bytes);
  const profile = pathToFileURL(join(folder, `${name}-profile`)).href;
  const args = ['--headless', '--norestore', `-env:UserInstallation=${profile}`];
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' };
  const signal = AbortSignal.timeout(120_000);
  await runProgram('soffice', [...args, '--convert-to', 'fods', '--outdir', folder, source], { env, signal });
  return readFile(join(folder, `${name}.fods`), 'utf8').catch(() => undefined);
}

/** Some systems have LibreOffice for documents only. */
const isInstalled =
  (await libreOffice({ scratch: folder }).available()) &&
  (await converted(Buffer.from('1,2'), 'probe', 'csv')) !== undefined;

/** The values of all cells as LibreOffice understands them, row by row. */
async function readByLibreOffice(workbook: Buffer, name: string): Promise<string[][]> {
  const sheet = (await converted(workbook, name, 'xlsx')) ?? '';
  return [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gsu)].map(([, row]) =>
    [...(row ?? '').matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gsu)].map(
      ([, attributes, text]) => {
        const value = /office:(?:value|date-value|time-value)="([^"]*)"/u.exec(attributes ?? '')?.[1];
        return value ?? (text ?? '').replaceAll(/<[^>]*>/gu, '').trim();
      },
    ),
  );
}

async function readByUs(workbook: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of xlsxRows(workbook)) rows.push(cells);
  return rows;
}

/** Times of a day in winter and one in summer, among them those that a rounded serial shows a second early. */
const TIMES = [1, 7].flatMap((month) =>
  Array.from({ length: 144 }, (_, at) => new Date(Date.UTC(2026, month, 2, 0, at * 10)).toISOString()),
);
const NUMBERS = [0, 1, -3, 0.1, 0.3, 12.34, 1_234_567.891, 999_999_999_999_999];

describe.skipIf(!isInstalled)('LibreOffice and our reader (skipped if it is not installed)', () => {
  test('find the same numbers, days, times and durations in an exported table', async () => {
    const rows: Cell[][] = [
      ['Head'],
      ...NUMBERS.map((number): Cell[] => [number]),
      [{ percent: 12.5 }],
      [{ minutes: 25 * 60 + 5 }],
      [{ day: '2026-03-02' }],
      ...TIMES.map((moment): Cell[] => [{ moment, zone: 'Europe/Vienna' }]),
      ['=1+1'],
    ];
    async function* written() {
      yield* rows;
    }
    const workbook = await gathered(writeTable('Table', { rows: written() }));
    // Both readers show midnight as a day.
    const local = (moment: string) =>
      new Date(moment)
        .toLocaleString('sv-SE', { timeZone: 'Europe/Vienna' })
        .replace(' ', 'T')
        .replace('T00:00:00', '');
    const ours = (await readByUs(workbook)).map(([cell]) => cell);
    const theirs = (await readByLibreOffice(workbook, 'table')).map(([cell]) => cell).slice(0, rows.length);
    const common = ['Head', ...NUMBERS.map(String)];
    const moments = TIMES.map(local);
    expect(theirs).toEqual([...common, '0.125', 'PT25H05M00S', '2026-03-02', ...moments, '=1+1']);
    const minutes = moments.map((moment) => moment.replace('T', ' ').slice(0, 16));
    expect(ours).toEqual([...common, '12.5%', '25:05', '2026-03-02', ...minutes, '=1+1']);
  });

  test('find the same numbers and days in a filled workbook', async () => {
    const tasks = Array.from({ length: 40 }, (_, at) =>
      task({ number: at + 1, dueDate: new Date(Date.UTC(2026, 1, 1 + at * 9)).toISOString().slice(0, 10) }),
    );
    const workbook = await gathered(
      fillTemplate(await builtInFile('taskSheet', wordsIn('en')), reportOf([pin({ tasks })]), {
        formats: formatsIn('en'),
        pictureBytes: async () => undefined,
      }),
    );
    const theirs = await readByLibreOffice(workbook, 'filled');
    const cells = (await openWorkbook(workbook)).cells();
    const first = theirs.findIndex(([cell]) => cell === '1');
    const serial = (day: string) => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
    expect(theirs.slice(first, first + 40).map((row) => [row[0], row[3]])).toEqual(
      tasks.map(({ number, dueDate }) => [String(number), dueDate]),
    );
    expect(tasks.map((_, at) => [cells[`A${8 + at}`], cells[`D${8 + at}`]])).toEqual(
      tasks.map(({ number, dueDate }) => [number, serial(dueDate ?? '')]),
    );
  });
});
