import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { writePgm } from '../../rendering/scans/pgm-file.ts';
import { tesseract } from './tesseract.ts';
import { wordsOfTable } from './word-table.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-scans-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});
const at = (name: string) => join(folder, name);
const never = () => new AbortController().signal;

/** A program that has three languages, and otherwise behaves as `script` says. */
function program(script: string, languages = 'eng\\ndeu\\nosd'): string {
  const path = at('tesseract');
  const list = `[ "$1" = --list-langs ] && { printf 'List of available languages in "/x/" (3):\\n${languages}\\n'; exit 0; }`;
  writeFileSync(path, `#!/bin/sh\n${list}\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const recognise = (recogniser: ReturnType<typeof tesseract>) =>
  recogniser.recognise(at('picture.pgm'), { folder, dpi: 200, signal: never() });

const row = (level: number, line: number, box: string, confidence: number, text: string) =>
  `${level}\t1\t1\t1\t${line}\t1\t${box.replaceAll(' ', '\t')}\t${confidence}\t${text}`;
const TABLE = [
  'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
  row(1, 0, '0 0 1000 500', -1, ''),
  row(5, 1, '100 50 60 36', 96.5, 'Roof'),
  row(5, 1, '170 50 60 46', 40, 'Typ'),
  row(5, 2, '100 250 60 72', 90, 'A-101'),
  row(5, 2, '170 250 60 72', 90, ' '),
].join('\n');

test('words are read from the table with their position, line height and confidence', () => {
  const [roof, typ, number, ...rest] = wordsOfTable(TABLE);
  expect(roof).toMatchObject({ text: 'Roof', x: 0.1, y: 0.1, w: 0.06, h: 0.072, confidence: 0.965, line: 0 });
  expect(roof?.size).toBeCloseTo(0.1);
  expect(typ).toMatchObject({ text: 'Typ', line: 0, confidence: 0.4 });
  expect(typ?.size).toBe(roof?.size);
  expect(number).toMatchObject({ text: 'A-101', line: 1 });
  expect(number?.size).toBeCloseTo(0.2);
  expect(rest).toEqual([]);
  expect(wordsOfTable('')).toEqual([]);
});

describe('a text recogniser', () => {
  test('that is missing, or has no language, is reported', async () => {
    expect(await tesseract({ path: at('tesseract') }).available()).toBe(false);
    expect(await tesseract({ path: program('exit 0', 'osd') }).available()).toBe(false);
    const path = program('exit 0');
    expect(await tesseract({ path }).available()).toBe(true);
    expect(await tesseract({ path, languages: 'fra' }).available()).toBe(false);
  });

  test('reads with the languages of the setting, or with all', async () => {
    writeFileSync(at('table'), TABLE);
    const path = program(`echo "$@" > ${at('args')}; cp ${at('table')} "$2.tsv"`);
    expect(await recognise(tesseract({ path, languages: 'deu+fra' }))).toHaveLength(3);
    expect(readFileSync(at('args'), 'utf8')).toContain('-l deu tsv');
    await recognise(tesseract({ path }));
    expect(readFileSync(at('args'), 'utf8')).toContain('-l eng+deu tsv');
  });

  test('is killed after its time limit, and when it uses too much memory', async () => {
    const slow = tesseract({ path: program('sleep 600'), timeoutMs: 50 });
    await expect(recognise(slow)).rejects.toMatchObject({ name: 'TimeoutError' });
    const large = tesseract({
      path: program("a=$(head -c 60000000 /dev/zero | tr '\\0' a); sleep 600"),
      maxMemoryBytes: 20_000_000,
    });
    await expect(recognise(large)).rejects.toThrow('of memory');
  });

  test('that fails reports what it printed, and gets none of our environment variables', async () => {
    process.env.CANARY = 'secret';
    const path = program(`env > ${at('env')}; echo "no picture" >&2; exit 1`);
    await expect(recognise(tesseract({ path }))).rejects.toThrow('no picture');
    delete process.env.CANARY;
    expect(readFileSync(at('env'), 'utf8')).not.toContain('CANARY');
  });
});

const real = tesseract();

test.skipIf(!(await real.available()))('Tesseract reads a picture (skipped if it is not installed)', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400"><rect width="1200" height="400" fill="white"/>
    <text x="100" y="150" font-family="sans-serif" font-size="40">Second Floor</text>
    <text x="700" y="320" font-family="sans-serif" font-size="60">A-101</text></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const grey = data.filter((_, i) => i % info.channels === 0);
  await writePgm(at('picture.pgm'), info, [grey]);
  const words = await recognise(real);
  expect(words.map(({ text }) => text)).toEqual(['Second', 'Floor', 'A-101']);
  const [second, , number] = words;
  expect(second?.x).toBeCloseTo(100 / 1200, 1);
  expect(number?.confidence).toBeGreaterThan(0.8);
  expect(number?.size).toBeCloseTo(60 / 400, 1);
});
