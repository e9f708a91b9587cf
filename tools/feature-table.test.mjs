import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { featureTable } from './feature-table.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');

test('docs/features.md lists every feature with its folders', () => {
  expect(readFileSync(path.join(ROOT, 'docs/features.md'), 'utf8')).toBe(featureTable(ROOT));
});
