import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DATE_FORMATS, NUMBER_FORMATS } from './formats.ts';
import { scopesWith, TAG_NAMES } from './grammar.ts';
import { withTables } from './guide.ts';
import { readTag } from './tag-syntax.ts';

const guide = readFileSync(new URL('../../../../../../../docs/report-templates.md', import.meta.url), 'utf8');
const named = [...guide.matchAll(/\{[^{}]*\}/gu)].map(([raw]) => ({ raw, name: readTag(raw)?.name ?? '' }));

test('the tables of the guide for authors are up to date', () => {
  expect(withTables(guide)).toBe(guide);
});

test('the guide for authors names every placeholder', () => {
  const known = new Set(named.map(({ name }) => name));
  // Of the four photos in a row, only the first is documented.
  const missing = TAG_NAMES.filter((name) => !known.has(name) && !/^photo[2-4]/u.test(name));
  expect(missing).toEqual([]);
});

test('the guide for authors names every format', () => {
  expect(guide).toContain(`one of ${DATE_FORMATS.join(', ')}.`);
  expect(guide).toContain(`one of ${NUMBER_FORMATS.join(', ')}.`);
});

test('the guide for authors names no unknown placeholder', () => {
  const unknown = named.filter(({ name }) => scopesWith(name).length === 0).map(({ raw }) => raw);
  expect(unknown).toEqual([]);
});
