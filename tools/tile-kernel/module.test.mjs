// The tile encoder in the repository is the one that was built from its sources.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MODULE, sumOfModule, sumOfSources } from './sum.mjs';

test('neither the sources nor the module changed since it was built (npm ci && npm run build in this folder)', () => {
  const built = readFileSync(`${fileURLToPath(MODULE)}.sum`, 'utf8').trim();
  expect(`${sumOfSources()} ${sumOfModule()}`).toBe(built);
});
