// The module of tiles is the one that its sources make.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sumOfSources } from './sum.mjs';

const SUM = '../../packages/server/src/rendering/engines/tiles/kernel/tiles.wasm.sum';

test('it was made of the sources as they are (after a change: npm ci && npm run build in this folder)', () => {
  const made = readFileSync(new URL(SUM, import.meta.url), 'utf8').trim();
  expect(sumOfSources()).toBe(made);
});
