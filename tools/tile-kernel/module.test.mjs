// The committed modules match the sources they were built from.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MODULES, sumOfModule, sumOfSources } from './checksum.mjs';

test.each(Object.entries(MODULES))(
  'sources and the module of %s are unchanged since the last build (npm ci && npm run build in this folder)',
  (_source, module) => {
    const built = readFileSync(`${fileURLToPath(module)}.sum`, 'utf8').trim();
    expect(`${sumOfSources()} ${sumOfModule(module)}`).toBe(built);
  },
);
