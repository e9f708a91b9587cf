// Dashboard and alert rules use metrics that the server has.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (/** @type {string} */ file) => readFileSync(path.join(ROOT, file), 'utf8');

const known = new Set(
  [
    ...read('packages/server/src/platform/metrics.ts').matchAll(/(?:gauge|state|counter|histogram)\(\s*'([a-z_]+)'/gu),
  ].flatMap(([, name]) => [name, `${name}_count`, `${name}_bucket`]),
);

test.each(['deploy/monitoring/dashboard.json', 'deploy/monitoring/alerts.yaml'])('%s uses known metrics', (file) => {
  const used = [...read(file).matchAll(/plumbline_([a-z_]+)/gu)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
