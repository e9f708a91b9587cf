// Checks the documentation against the code: every setting is documented, and decisions follow one form.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (/** @type {string} */ file) => readFileSync(path.join(ROOT, file), 'utf8');
const found = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
  [...text.matchAll(pattern)].map(([, name]) => name).sort();

/** Variables that Node reads itself. */
const OF_NODE = ['NODE_COMPILE_CACHE'];

test('the installation guide lists every setting of the server, and no other', () => {
  const settings = found(read('packages/server/src/config/variables.ts'), /^ {2}([A-Z][A-Z0-9_]+):/gmu);
  const section = /^## Settings\n(.*?)^## /msu.exec(read('docs/operate/install.md'))?.[1] ?? '';
  const documented = found(
    [...section.matchAll(/^\| ([^|]*)\|/gmu)].map(([row]) => row).join('\n'),
    /`([A-Z0-9_]+)`/gu,
  );
  expect(settings.length).toBeGreaterThan(40);
  expect(documented).toEqual([...settings, ...OF_NODE].sort());
});

const DECISIONS = readdirSync(path.join(ROOT, 'docs/decisions')).sort();

test('decisions are numbered without gaps', () => {
  expect(DECISIONS.map((file) => Number(file.slice(0, 4)))).toEqual(DECISIONS.map((_, index) => index + 1));
});

test.each(DECISIONS)('%s has a title, date, status and the three sections', (file) => {
  const text = read(`docs/decisions/${file}`);
  expect(text).toMatch(
    new RegExp(
      `^# ${Number(file.slice(0, 4))}\\. \\S.*\\n\\nDate: \\d{4}-\\d{2}-\\d{2}\\n\\nStatus: (?:accepted|superseded by decision \\d+)\\n`,
      'u',
    ),
  );
  expect(found(text, /^## (.*)$/gmu)).toEqual(['Consequences', 'Context', 'Decision']);
  expect(text.split('\n').length).toBeLessThanOrEqual(60);
});

test('links between pages of the documentation lead to files', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(path.join(ROOT, 'docs'), { recursive: true }).flatMap((file) =>
      String(file).endsWith('.md') ? `docs/${file}` : [],
    ),
  ];
  const files = new Set(readdirSync(path.join(ROOT, 'docs'), { recursive: true }).map((file) => `docs/${file}`));
  for (const page of pages) {
    const links = found(read(page), /\]\((?!https?:)([^)#\s]+)/gu).map((link) =>
      path.join(path.dirname(page), link ?? ''),
    );
    expect(
      links.filter((link) => link.startsWith('docs/') && !files.has(link)),
      page,
    ).toEqual([]);
  }
});
