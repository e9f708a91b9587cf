// The committed tile encoder matches the sources it was built from.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MODULE, sumOfModule, sumOfSources } from './checksum.mjs';

test('sources and module are unchanged since the last build (npm ci && npm run build in this folder)', () => {
  const built = readFileSync(`${fileURLToPath(MODULE)}.sum`, 'utf8').trim();
  expect(`${sumOfSources()} ${sumOfModule()}`).toBe(built);
});
