// Comments, test titles, summaries of endpoints and documentation use plain English: none of the phrases on this list,
// which are wrong in any context. packages/locales/src/wording.test.ts does the same for the texts of the interface.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './launch/project.mjs';

/** @type {readonly (readonly [RegExp, string])[]} Refused phrase and its replacement. */
const REFUSED = [
  [/\b(?:some|every|any)body\b/iu, 'someone, everyone, anyone'],
  [/\banew\b/iu, 'again'],
  [/\bwithout a line\b(?! break)|\bline is back\b/iu, 'offline, back online'],
  [/\bin the hand\b/iu, 'on a phone, handheld'],
  [/\bdue days?\b/iu, 'due date'],
  [
    /\b(?:thereof|therein|hereof|herein|wherefore|whosoever|lest|upon)\b/iu,
    'of it, in it, why, anyone who, so that … not, on',
  ],
  [/\b(?:take|takes|taken) up again\b|\bput(?:s)? away\b/iu, 'reactivate, set inactive'],
  [/\bgoes round\b|\bmay nothing\b/iu, 'a sentence that states the behaviour'],
  [/\bmend(?:s|ed|ing)?\b/iu, 'repair, rewrite'],
  [/\bin vain\b/iu, 'without success'],
  [/\bof its own accord\b/iu, 'automatically'],
];

const COMMENT = /^\s*(?:\/\/|\/?\*)/u;
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*\(\s*['"`]/u;
/** What an endpoint does, which its public description shows: on the line of its name or on the next one. */
const SUMMARY = /^\s*summary:/u;

/** Lines of prose: all of a document, the comments of code, the titles of tests, and the summaries of endpoints. */
function proseOf(/** @type {string} */ file) {
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  const isDocument = file.endsWith('.md');
  return lines
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(
      ({ text, line }) =>
        isDocument ||
        COMMENT.test(text) ||
        (/\.test\./u.test(file) && TITLE.test(text)) ||
        SUMMARY.test(text) ||
        /^\s*summary:$/u.test(lines[line - 2] ?? ''),
    );
}

it('finds a refused phrase in a comment and in a title', () => {
  expect(COMMENT.test(' * Planned anew each time.')).toBe(true);
  expect(TITLE.test("  it.each(CASES)('%s'")).toBe(false);
  expect(TITLE.test("  test('somebody signs in', ")).toBe(true);
  expect(SUMMARY.test("  summary: 'Answers the same to everybody',")).toBe(true);
});

it('comments, test titles, summaries and documentation contain none of the refused phrases', () => {
  const found = globSync(['*.md', '{packages,e2e,bench,tools,docs}/**/*.{ts,tsx,mjs,css,md}'], {
    cwd: ROOT,
    exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
  })
    .filter((file) => file !== path.join('tools', 'wording.test.mjs'))
    .flatMap((file) =>
      proseOf(file).flatMap(({ text, line }) =>
        REFUSED.flatMap(([pattern, instead]) => {
          const phrase = pattern.exec(text)?.[0];
          return phrase === undefined ? [] : [`${file}:${line}: "${phrase}", write: ${instead}`];
        }),
      ),
    );
  expect(found).toEqual([]);
});
