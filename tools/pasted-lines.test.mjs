// Every field of a single line: browsers join pasted lines without a space, so that two words become one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../packages/web/src/', import.meta.url));
const NOT_TEXT = /\btype="(?:checkbox|file|hidden|radio|range)"/u;

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
const fields = files.flatMap((file) =>
  [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(/<input\b.*?\/>/gisu)]
    .map(([element]) => ({ file, element }))
    .filter(({ element }) => !NOT_TEXT.test(element)),
);

it('joins pasted lines in every single-line field', () => {
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.filter(({ element }) => !element.includes('onPaste={pasteLine}')).map(({ file }) => file)).toEqual([]);
});
